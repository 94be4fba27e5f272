import { brightness } from './colour.ts';
import type { Sketch } from './kit.ts';

/** Picks a ground that stands off from the item. */
export function apartFrom(s: Sketch, choices: readonly string[]): string {
  const item = brightness(s.tone);
  const clear = choices.filter((c) => Math.abs(brightness(c) - item) > 0.2);
  return s.random.pick(clear.length > 0 ? clear : choices);
}

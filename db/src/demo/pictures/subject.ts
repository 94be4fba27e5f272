import type { Tone } from './colour.ts';
import type { Sketch } from './kit.ts';
import type { Setting } from './settings.ts';

/** How one kind of item is drawn. */
export type Subject = {
  /** The item with its contact shadow, about 850 px wide, standing on y = 800 where it stands. */
  draw: (s: Sketch) => string;
  settings: readonly Setting[];
  /** Main colours to choose from where a seed names none. */
  tones: readonly Tone[];
  /** The point that a close-up is centred on; the middle of the frame when absent. */
  focus?: readonly [number, number];
};

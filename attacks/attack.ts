import type { Target } from './target.ts';

/** What an attack tried, in words with figures, and whether the server held. */
export interface Finding {
  tried: string;
  held: boolean;
}

/** One way to abuse the marketplace, played against a fresh server with its default limits. */
export interface Attack {
  /** Short and unique, as in `--only`. */
  name: string;
  /** Settings beside the defaults, such as TRUST_PROXY. */
  environment?: Record<string, string>;
  /** With `quick`, as in `npm test`, it takes seconds; else as long as the proof needs. */
  run(target: Target, options: { quick: boolean }): Promise<Finding[]>;
}

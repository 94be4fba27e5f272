import type { Target } from './target.ts';

/** The result of an attack: what it tried, in words with figures, and whether the server held. */
export interface Finding {
  tried: string;
  held: boolean;
}

/** A way to abuse the marketplace, played against a fresh server with its default limits. */
export interface Attack {
  /** A short, unique name for `--only`. */
  name: string;
  /** Settings that differ from the defaults, such as TRUST_PROXY. */
  environment?: Record<string, string>;
  /**
   * Runs the attack: in seconds with `quick`, as in `npm test`, else as long as the proof needs.
   */
  run(target: Target, options: { quick: boolean }): Promise<Finding[]>;
}

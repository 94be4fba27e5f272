import { setTimeout as pause } from 'node:timers/promises';

const lookEveryMs = 25;

/**
 * Waits until `look` returns null, and returns how long that took, in ms. Throws with the last
 * result of `look` after `withinMs`. Treats an error from `look`, for example when a server is
 * down, as a reason to wait.
 */
export async function until(
  look: () => Promise<string | null> | string | null,
  withinMs: number,
): Promise<number> {
  const start = performance.now();
  for (;;) {
    const missing = await reason(look);
    const took = performance.now() - start;
    if (missing === null) return took;
    if (took > withinMs) throw new Error(`After ${Math.round(took)} ms still: ${missing}`);
    await pause(lookEveryMs);
  }
}

async function reason(look: () => Promise<string | null> | string | null): Promise<string | null> {
  try {
    return await look();
  } catch (error) {
    return String(error);
  }
}

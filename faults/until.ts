import { setTimeout as pause } from 'node:timers/promises';

const lookEveryMs = 25;

/**
 * Waits until `look` finds nothing left to wait for (null) and returns how long that took, in ms.
 * Throws with what `look` named last when it takes more than `withinMs`. A look that throws, as
 * when a server is away, is one more reason to wait.
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

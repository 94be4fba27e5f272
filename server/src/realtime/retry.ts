import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const firstWaitMs = 100;
const longestWaitMs = 5_000;

/**
 * What `read` gives, tried again with growing pauses for as long as it fails: for readers who have
 * to outlive a restart of the database. Null when `signal` ended the trying.
 */
export async function retry<T>(
  read: () => Promise<T>,
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<T | null> {
  for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await read();
    } catch (error) {
      if (waitMs === firstWaitMs) log.debug({ err: error }, 'A read failed; trying on.');
      // Apart from each other, as all readers fail at the same moment.
      const jitter = 0.5 + Math.random();
      await pause(waitMs * jitter, undefined, { signal }).catch(() => undefined);
    }
  }
  return null;
}

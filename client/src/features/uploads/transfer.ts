import { maxUploadParts } from '@marketplace/shared/media/constants';
import { minPartBytes, retryDelays } from './constants.ts';
import { UploadError } from './upload-error.ts';

/** Refusals that may pass by themselves: the server is busy, or the file is in use. */
const passing = [408, 409, 418, 423, 429];
/** Failures of a server that no further try mends. */
const lasting = [501, 505];

/** Whether a call may be tried again: after a lost connection (0), a passing refusal, a failing server. */
export function isWorthRetry(status: number): boolean {
  if (status === 0 || passing.includes(status)) return true;
  return status >= 500 && !lasting.includes(status);
}

interface Tries {
  signal: AbortSignal;
  /** In ms; one further try after each. */
  delays?: number[];
}

/** Calls until it succeeds or fails for good, with a wait before each further try. Throws the last failure. */
export async function withRetries<Result>(
  call: () => Promise<Result>,
  { signal, delays = retryDelays }: Tries,
): Promise<Result> {
  for (const delay of delays) {
    try {
      return await call();
    } catch (error) {
      const status = error instanceof UploadError ? error.data.httpStatus : null;
      if (signal.aborted || status === null || !isWorthRetry(status)) throw error;
    }
    await pause(delay, signal);
  }
  return call();
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('Aborted', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}

export interface Part {
  /** From 1. */
  partNumber: number;
  /** In bytes, from `start` up to, not with, `end`. */
  start: number;
  end: number;
}

/** Cuts a file of so many bytes into parts: as many as fit the least size, at most 10,000. */
export function partsOf(size: number): Part[] {
  const partSize = Math.max(minPartBytes, Math.ceil(size / maxUploadParts));
  return Array.from({ length: Math.max(1, Math.ceil(size / partSize)) }, (_, index) => ({
    partNumber: index + 1,
    start: index * partSize,
    end: Math.min(size, (index + 1) * partSize),
  }));
}

import { describe, expect, test } from 'vitest';
import { isWorthRetry, partsOf, withRetries } from './transfer.ts';
import { UploadError } from './upload-error.ts';

const megabyte = 1024 * 1024;
const signal = new AbortController().signal;

/** A call that fails with these statuses in turn, then succeeds. */
function failing(...statuses: number[]) {
  let calls = 0;
  const call = async () => {
    const status = statuses[calls];
    calls += 1;
    if (status !== undefined) throw new UploadError(`Status ${status}`, status);
    return calls;
  };
  return { call, calls: () => calls };
}

describe('whether to try again', () => {
  test.each([0, 408, 409, 418, 423, 429, 500, 502, 503, 504])('yes after %i', (status) => {
    expect(isWorthRetry(status)).toBe(true);
  });

  test.each([400, 401, 403, 404, 413, 422, 501, 505])('no after %i', (status) => {
    expect(isWorthRetry(status)).toBe(false);
  });
});

describe('a call with retries', () => {
  test('goes on until it succeeds', async () => {
    const { call } = failing(503, 0, 429);
    await expect(withRetries(call, { signal, delays: [0, 0, 0, 0] })).resolves.toBe(4);
  });

  test('gives up with the last failure after as many further tries as there are waits', async () => {
    const { call, calls } = failing(500, 500, 503, 500);
    await expect(withRetries(call, { signal, delays: [0, 0] })).rejects.toThrow('Status 503');
    expect(calls()).toBe(3);
  });

  test('gives up at once where another try is of no use', async () => {
    const { call, calls } = failing(400);
    await expect(withRetries(call, { signal, delays: [0, 0] })).rejects.toThrow('Status 400');
    expect(calls()).toBe(1);
  });

  test('ends when it is cancelled while it waits', async () => {
    const aborter = new AbortController();
    const { call, calls } = failing(500);
    const result = withRetries(call, { signal: aborter.signal, delays: [60_000] });
    queueMicrotask(() => aborter.abort());
    await expect(result).rejects.toThrow('Aborted');
    expect(calls()).toBe(1);
  });
});

describe('the parts of a file', () => {
  test('have at least 5 MB, but for the last', () => {
    expect(partsOf(11 * megabyte)).toEqual([
      { partNumber: 1, start: 0, end: 5 * megabyte },
      { partNumber: 2, start: 5 * megabyte, end: 10 * megabyte },
      { partNumber: 3, start: 10 * megabyte, end: 11 * megabyte },
    ]);
  });

  test('are one for a small file', () => {
    expect(partsOf(1000)).toEqual([{ partNumber: 1, start: 0, end: 1000 }]);
  });

  test('are never more than 10,000', () => {
    const size = 200_000 * megabyte + 1;
    const parts = partsOf(size);
    expect(parts.length).toBeLessThanOrEqual(10_000);
    expect(parts.at(-1)?.end).toBe(size);
  });
});

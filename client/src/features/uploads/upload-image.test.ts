import { describe, expect, test } from 'vitest';
import {
  isWorthRetry,
  namedReason,
  parseJson,
  textField,
  UploadError,
  withRetries,
} from './upload-image.ts';

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
    await expect(withRetries(call, { signal, retryDelays: [0, 0, 0, 0] })).resolves.toBe(4);
  });

  test('gives up with the last failure after as many further tries as there are waits', async () => {
    const { call, calls } = failing(500, 500, 503, 500);
    await expect(withRetries(call, { signal, retryDelays: [0, 0] })).rejects.toThrow('Status 503');
    expect(calls()).toBe(3);
  });

  test('gives up at once where another try is of no use', async () => {
    const { call, calls } = failing(400);
    await expect(withRetries(call, { signal, retryDelays: [0, 0] })).rejects.toThrow('Status 400');
    expect(calls()).toBe(1);
  });

  test('ends when it is canceled while it waits', async () => {
    const aborter = new AbortController();
    const { call, calls } = failing(500);
    const result = withRetries(call, { signal: aborter.signal, retryDelays: [60_000] });
    queueMicrotask(() => aborter.abort());
    await expect(result).rejects.toMatchObject({ name: 'AbortError' });
    expect(calls()).toBe(1);
  });
});

describe('the reason of a refusal', () => {
  test('has the name of its file once', () => {
    expect(namedReason('desk.jpg', 'Too many uploads.')).toBe('desk.jpg: Too many uploads.');
    expect(namedReason('desk.jpg', 'desk.jpg is no picture.')).toBe('desk.jpg is no picture.');
  });

  test('is found in any kind of answer', () => {
    expect(textField(parseJson('{"message":"No."}'), 'message')).toBe('No.');
    expect(textField(parseJson('{"message":7}'), 'message')).toBeUndefined();
    expect(textField(parseJson('<h1>Bad Gateway</h1>'), 'message')).toBeUndefined();
    expect(textField(parseJson(''), 'message')).toBeUndefined();
  });
});

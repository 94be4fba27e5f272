import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepSubscribed, reconnectDelay } from './keep-subscribed.ts';

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const refusal = { message: 'Too many.', data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429 } };

it.each([
  [10, 10_499, 11_000],
  [undefined, 499, 1_000],
])('retries after the %s seconds that a refusal names', async (...times) => {
  const [retryAfter, tooSoon, soonEnough] = times;
  const error = { ...refusal, data: { ...refusal.data, retryAfter } };
  let tries = 0;
  const stop = keepSubscribed({
    subscribe(handlers) {
      tries += 1;
      if (tries === 1) queueMicrotask(() => handlers.onError(error));
      return { unsubscribe: () => undefined };
    },
    onData: () => undefined,
  });
  await Promise.resolve();
  vi.advanceTimersByTime(tooSoon);
  expect(tries).toBe(1);
  vi.advanceTimersByTime(soonEnough - tooSoon);
  expect(tries).toBe(2);
  stop();
});

it('reconnects at once, then after growing delays of at most 30 s with jitter', () => {
  expect(reconnectDelay(0)).toBe(0);
  for (let attempt = 1; attempt < 40; attempt += 1) {
    const soonest = reconnectDelay(attempt, () => 0);
    const latest = reconnectDelay(attempt, () => 1);
    expect(latest).toBeLessThanOrEqual(30_000);
    expect(soonest).toBe(latest / 2);
    expect(latest).toBeGreaterThanOrEqual(reconnectDelay(attempt - 1, () => 1));
  }
});

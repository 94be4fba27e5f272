import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCoalescer } from './admin-events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs at once, and once more after the interval for all calls within it', async () => {
  let runs = 0;
  const coalescer = createCoalescer(async () => void (runs += 1));
  coalescer.request();
  expect(runs).toBe(1);
  for (let at = 0; at < 9; at += 1) {
    await vi.advanceTimersByTimeAsync(100);
    coalescer.request();
  }
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toBe(2);
});

it('waits for a run that takes longer than the interval', async () => {
  const ends: (() => void)[] = [];
  const coalescer = createCoalescer(() => new Promise((end) => ends.push(end)));
  coalescer.request();
  coalescer.request();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(2);
});

it('does not run again after it was stopped', async () => {
  let runs = 0;
  const coalescer = createCoalescer(async () => void (runs += 1));
  coalescer.request();
  coalescer.request();
  coalescer.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toBe(1);
});

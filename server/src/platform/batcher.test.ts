import { expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

/** Creates a batched function whose batches end when the test says so. */
function held(keyOf?: (item: number) => unknown) {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const call = createBatcher(async (_source: object, items: number[]) => {
    batches.push(items);
    await new Promise<void>((resolve) => ends.push(resolve));
    return items.map((item) => item * 10);
  }, keyOf);
  const begun = (count: number) => expect.poll(() => batches).toHaveLength(count);
  return { batches, ends, call, begun };
}

const source = {};

it('runs simultaneous calls in one batch, and calls that arrive during it in the next', async () => {
  const { batches, ends, call, begun } = held();
  const first = [1, 2].map((item) => call(source, item));
  await begun(1);
  const later = [3, 4].map((item) => call(source, item));
  ends[0]?.();
  expect(await Promise.all(first)).toEqual([10, 20]);
  await begun(2);
  ends[1]?.();
  expect(await Promise.all(later)).toEqual([30, 40]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

it('sends the next batch before it answers the calls of the previous one', async () => {
  const log: string[] = [];
  const call = createBatcher(async (_source: object, items: number[]) => {
    log.push(`sends ${items.length}`);
    return items;
  });
  const calls = Array.from({ length: 50 }, async (_, item) => {
    await call(source, item);
    log.push('answers');
  });
  await Promise.all(calls);
  expect(log.slice(0, 3)).toEqual(['sends 40', 'sends 10', 'answers']);
});

it('runs a full batch in parallel with the first, without the first batch’s keys', async () => {
  const { batches, ends, call, begun } = held((item) => item % 100);
  const calls = [call(source, 0)];
  // The batch begins in the same turn and blocks its keys for 100 ms.
  await new Promise(setImmediate);
  expect(batches).toHaveLength(1);
  calls.push(...Array.from({ length: 41 }, (_, n) => call(source, 100 + n)));
  await begun(2);
  expect(batches[1]).not.toContain(100);
  ends[0]?.();
  ends[1]?.();
  await begun(3);
  ends[2]?.();
  await Promise.all(calls);
  expect(batches.map((batch) => batch.length)).toEqual([1, 40, 1]);
});

it('separates calls with the same key, in order, and calls for different sources', async () => {
  const { batches, ends, call, begun } = held((item) => item % 2);
  const calls = [1, 2, 3, 4].map((item) => call(source, item));
  const elsewhere = call({}, 6);
  await begun(2);
  for (const end of ends) end();
  await begun(3);
  ends[2]?.();
  expect(await Promise.all([...calls, elsewhere])).toEqual([10, 20, 30, 40, 60]);
  expect(batches).toEqual([[1, 2], [6], [3, 4]]);
});

it('continues when a batch hangs', async () => {
  const { batches, ends, call, begun } = held();
  const hanging = call(source, 1);
  await begun(1);
  const next = call(source, 2);
  await begun(2);
  ends[1]?.();
  expect(await next).toBe(20);
  ends[0]?.();
  expect(await hanging).toBe(10);
  expect(batches).toEqual([[1], [2]]);
});

it('rejects every call of a failed batch, and continues', async () => {
  const call = createBatcher(async (_source: object, items: number[]) => {
    if (items.includes(2)) throw new Error('No two.');
    return items;
  });
  const settled = await Promise.allSettled([1, 2].map((item) => call(source, item)));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await call(source, 3)).toBe(3);
});

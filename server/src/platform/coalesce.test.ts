import { expect, it } from 'vitest';
import { createCoalesce } from './coalesce.ts';

/** Creates a read that the test answers, and records each call. */
function controlled() {
  const begun: PromiseWithResolvers<number>[] = [];
  const read = () => {
    begun.push(Promise.withResolvers());
    return begun.at(-1)!.promise;
  };
  return { begun, read };
}

it('lets callers that arrive during a read share the next one', async () => {
  const coalesce = createCoalesce();
  const { begun, read } = controlled();
  const first = coalesce('list', read);
  const others = [coalesce('list', read), coalesce('list', read)];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve(1);
  expect(await first).toBe(1);
  expect(begun).toHaveLength(2);
  const late = coalesce('list', read);
  begun[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2]);
  begun[2]?.resolve(3);
  expect(await late).toBe(3);
});

it('caches nothing after a read, and separates keys', async () => {
  const coalesce = createCoalesce();
  let reads = 0;
  const read = async () => ++reads;
  expect(await coalesce('one', read)).toBe(1);
  expect(await coalesce('one', read)).toBe(2);
  expect(await Promise.all([coalesce('one', read), coalesce('two', read)])).toEqual([3, 4]);
});

it('shares a failure, and continues after it', async () => {
  const coalesce = createCoalesce();
  const { begun, read } = controlled();
  const first = coalesce('list', read);
  const second = coalesce('list', read);
  begun[0]?.reject(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  begun[1]?.resolve(2);
  expect(await second).toBe(2);
});

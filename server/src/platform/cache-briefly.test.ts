import { expect, it, vi } from 'vitest';
import { cacheBriefly } from './coalesce.ts';

/** Creates a read that returns how often it has run. */
function counter() {
  let reads = 0;
  return async () => {
    reads += 1;
    return reads;
  };
}

it('reads once per source and name for concurrent callers and for those soon after', async () => {
  const source = {};
  const read = counter();
  const answers = await Promise.all([1, 2, 3].map(() => cacheBriefly(source, 'a', read)));
  expect([...answers, await cacheBriefly(source, 'a', read)]).toEqual([1, 1, 1, 1]);
  expect(await cacheBriefly(source, 'b', read)).toBe(2);
  expect(await cacheBriefly({}, 'a', read)).toBe(3);
});

it('reads again when the answer is a second old', async () => {
  const source = {};
  const read = counter();
  const start = performance.now();
  await cacheBriefly(source, 'a', read);
  await expect.poll(() => cacheBriefly(source, 'a', read)).toBe(2);
  expect(performance.now() - start).toBeGreaterThan(1_000);
});

it('returns the previous answer while a new one is read', async () => {
  const source = {};
  let reads = 0;
  let finish = () => {};
  const read = () => {
    reads += 1;
    const answer = reads;
    return new Promise<number>((resolve) => (finish = () => resolve(answer)));
  };
  const first = cacheBriefly(source, 'a', read);
  // The read is slow, so that there is time to call between two reads.
  setTimeout(() => finish(), 1_500);
  expect(await first).toBe(1);
  await vi.waitUntil(async () => (await cacheBriefly(source, 'a', read)) === 1 && reads === 2, {
    timeout: 15_000,
  });
  finish();
  expect(await cacheBriefly(source, 'a', read)).toBe(1);
  await expect.poll(() => cacheBriefly(source, 'a', read)).toBe(2);
});

it('does not cache a failure', async () => {
  const source = {};
  const fail = () => Promise.reject(new Error('down'));
  await expect(cacheBriefly(source, 'a', fail)).rejects.toThrow('down');
  expect(await cacheBriefly(source, 'a', counter())).toBe(1);
});

it('caches a limited number of answers', async () => {
  const source = {};
  const read = counter();
  for (let name = 0; name < 33; name += 1) await cacheBriefly(source, String(name), read);
  expect(await cacheBriefly(source, '1', read)).toBe(2);
  expect(await cacheBriefly(source, '0', read)).toBe(34);
});

import { expect, it, vi } from 'vitest';
import { keepBriefly } from './coalesce.ts';

/** A read that counts how often it ran. */
function counter() {
  let reads = 0;
  return async () => {
    reads += 1;
    return reads;
  };
}

it('reads once for concurrent callers and those soon after, by source and name', async () => {
  const source = {};
  const read = counter();
  const answers = await Promise.all([1, 2, 3].map(() => keepBriefly(source, 'a', read)));
  expect([...answers, await keepBriefly(source, 'a', read)]).toEqual([1, 1, 1, 1]);
  expect(await keepBriefly(source, 'b', read)).toBe(2);
  expect(await keepBriefly({}, 'a', read)).toBe(3);
});

it('reads again once the answer is a second old', async () => {
  const source = {};
  const read = counter();
  const start = performance.now();
  await keepBriefly(source, 'a', read);
  await expect.poll(() => keepBriefly(source, 'a', read)).toBe(2);
  expect(performance.now() - start).toBeGreaterThan(1_000);
});

it('lets nobody wait for an answer that is read again while it is asked for', async () => {
  const source = {};
  let reads = 0;
  let finish = () => {};
  const read = () => {
    reads += 1;
    const answer = reads;
    return new Promise<number>((resolve) => (finish = () => resolve(answer)));
  };
  const first = keepBriefly(source, 'a', read);
  // Slow enough that there is time to ask between two reads of it.
  setTimeout(() => finish(), 1_500);
  expect(await first).toBe(1);
  await vi.waitUntil(async () => (await keepBriefly(source, 'a', read)) === 1 && reads === 2, {
    timeout: 15_000,
  });
  finish();
  expect(await keepBriefly(source, 'a', read)).toBe(1);
  await expect.poll(() => keepBriefly(source, 'a', read)).toBe(2);
});

it('does not keep a failure', async () => {
  const source = {};
  const fail = () => Promise.reject(new Error('down'));
  await expect(keepBriefly(source, 'a', fail)).rejects.toThrow('down');
  expect(await keepBriefly(source, 'a', counter())).toBe(1);
});

it('keeps a bounded number of answers', async () => {
  const source = {};
  const read = counter();
  for (let name = 0; name < 33; name += 1) await keepBriefly(source, String(name), read);
  expect(await keepBriefly(source, '1', read)).toBe(2);
  expect(await keepBriefly(source, '0', read)).toBe(34);
});

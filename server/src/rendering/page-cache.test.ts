import { expect, it, vi } from 'vitest';
import { createPageCache, sentPage } from './page-cache.ts';

const page = (html: string, status = 200) => sentPage({ status, html });

it('visitors who come together share one page, which is rendered again after a second', async () => {
  const cache = createPageCache();
  let made = 0;
  const make = async () => page(String((made += 1)));
  const together = await Promise.all(['/a', '/a', '/b', '/a'].map((url) => cache.get(url, make)));
  expect(together.map(({ html }) => html)).toEqual(['1', '1', '2', '1']);
  const since = performance.now();
  await vi.waitFor(async () => expect((await cache.get('/a', make)).html).toBe('3'), 2_000);
  expect(performance.now() - since).toBeLessThan(1_000);
});

it('a change leaves nothing that was made before it, nor what is being made', async () => {
  const cache = createPageCache();
  const slow = Promise.withResolvers<ReturnType<typeof page>>();
  const before = cache.get('/a', () => slow.promise);
  cache.clear();
  const after = cache.get('/a', async () => page('new'));
  slow.resolve(page('old'));
  expect((await before).html).toBe('old');
  expect((await after).html).toBe('new');
  expect((await cache.get('/a', async () => page('newer'))).html).toBe('new');
});

it('what fails is not kept', async () => {
  const cache = createPageCache();
  const failed = cache.get('/a', () => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  expect((await cache.get('/a', async () => page('busy', 503))).status).toBe(503);
  expect((await cache.get('/a', async () => page('fine'))).html).toBe('fine');
});

it('holds 200 pages, of which the oldest goes first', async () => {
  const cache = createPageCache();
  for (let number = 0; number <= 200; number += 1) {
    await cache.get(`/${number}`, async () => page('first'));
  }
  expect((await cache.get('/200', async () => page('again'))).html).toBe('first');
  expect((await cache.get('/0', async () => page('again'))).html).toBe('again');
});

import { expect, it } from 'vitest';
import { createPageCache, sentPage } from './page-cache.ts';

interface Answer {
  status?: number;
  version?: string;
}

/** Creates a cache with a clock that tests set. Pages contain the number of their rendering. */
function setUp() {
  const clock = { ms: 0 };
  const cache = createPageCache(() => clock.ms);
  let rendered = 0;
  let read = 0;
  return {
    clock,
    cache,
    read: () => read,
    ask: async (url: string, data = '', { status = 200, version }: Answer = {}) => {
      const page = await cache.get(url, {
        version: async () => version,
        async fetch() {
          read += 1;
          return { data, render: async () => sentPage({ status, html: String((rendered += 1)) }) };
        },
      });
      return page.html.toString();
    },
  };
}

it('shares one page among concurrent visitors', async () => {
  const { ask } = setUp();
  const together = await Promise.all(['/a', '/a', '/b', '/a'].map((url) => ask(url)));
  expect(together).toEqual(['1', '1', '2', '1']);
});

it('reads the data again after 0.9 seconds, and renders again only if it has changed', async () => {
  const { clock, ask, read } = setUp();
  expect(await ask('/a', 'old')).toBe('1');
  clock.ms += 899;
  expect(await ask('/a', 'new')).toBe('1');
  expect(read()).toBe(1);
  clock.ms += 1;
  expect(await ask('/a', 'old')).toBe('1');
  expect(read()).toBe(2);
  clock.ms += 900;
  expect(await ask('/a', 'new')).toBe('2');
});

it('reads no data while the version is the same', async () => {
  const { clock, ask, read } = setUp();
  await ask('/a', 'old', { version: '1' });
  clock.ms += 900;
  expect(await ask('/a', 'old', { version: '1' })).toBe('1');
  expect(read()).toBe(1);
  clock.ms += 900;
  expect(await ask('/a', 'new', { version: '2' })).toBe('2');
});

it('counts the time from the start of reading the data', async () => {
  const { clock, cache, ask } = setUp();
  await cache.get('/a', {
    async fetch() {
      clock.ms += 500;
      return { data: 'old', render: async () => sentPage({ status: 200, html: 'old' }) };
    },
  });
  clock.ms += 400;
  expect(await ask('/a', 'new')).toBe('1');
});

it('renders again after a minute, because pages show ages', async () => {
  const { clock, ask } = setUp();
  expect(await ask('/a')).toBe('1');
  clock.ms += 59_999;
  expect(await ask('/a')).toBe('1');
  clock.ms += 900;
  expect(await ask('/a')).toBe('2');
});

it('serves no page whose data was read before a change', async () => {
  const { clock, cache, ask } = setUp();
  const slow = Promise.withResolvers<string>();
  const before = cache.get('/a', {
    fetch: async () => ({
      data: 'old',
      render: async () => sentPage({ status: 200, html: await slow.promise }),
    }),
  });
  clock.ms += 1;
  cache.expire();
  clock.ms += 1;
  const after = ask('/a', 'new');
  slow.resolve('old');
  expect((await before).html.toString()).toBe('old');
  expect(await after).toBe('1');
  expect(await ask('/a')).toBe('1');
});

it('does not cache failures', async () => {
  const { cache, ask } = setUp();
  const failed = cache.get('/a', { fetch: () => Promise.reject(new Error('no')) });
  await expect(failed).rejects.toThrow('no');
  expect(await ask('/a', '', { status: 503 })).toBe('1');
  expect(await ask('/a')).toBe('2');
});

it('finds cached pages and pages in progress, and renders none', async () => {
  const { clock, cache, ask } = setUp();
  expect(cache.find('/a')).toBeUndefined();
  const page = ask('/a');
  expect(await cache.find('/a')).toBeDefined();
  await page;
  expect(cache.find('/a')).toBeDefined();
  clock.ms += 900;
  expect(cache.find('/a')).toBeUndefined();
});

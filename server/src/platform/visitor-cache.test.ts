import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ListingView } from '@marketplace/shared/listings/views';
import { insertListing } from '../features/listings/listings.fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../test/server.ts';

let database: TestDatabase;
let server: TestServer;
let seller: SignedIn;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
  seller = await server.signedIn();
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await server.close();
  await database.close();
});

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Counts from now on how often a connection of the pool is acquired. */
function countReads() {
  const query = vi.spyOn(server.ctx.pool, 'connect');
  return () => query.mock.calls.length;
}

/** Addresses that were never requested: with a price that no listing reaches, or with blanks. */
let highest = 1_000_000;
const restWith = (query: string) => `/api/listings?${query}maxPrice=${highest++}`;
const freshRest = () => restWith('');
let blanks = '';
const freshProcedure = () =>
  `/trpc/listings.list?input=${encodeURIComponent(`{${(blanks += ' ')}}`)}`;

const titlesIn = (text: string) => (JSON.parse(text) as ListingView[]).map(({ title }) => title);

it('shares the list together with the featured row', async () => {
  const input = encodeURIComponent('{"0":{},"1":{}}');
  for (const calls of ['listings.featured,listings.list', 'listings.list,listings.list']) {
    const answer = await get(`/trpc/${calls}?batch=1&input=${input}`);
    expect(answer.headers.get('etag')).not.toBeNull();
  }
  const facets = await get(`/trpc/listings.facets,listings.list?batch=1&input=${input}`);
  expect(facets.headers.get('etag')).toBeNull();
});

describe.each([
  ['REST', freshRest],
  ['tRPC', freshProcedure],
])('visitors over %s', (_name, fresh) => {
  it('who send the same request at once share one read and get the same answer', async () => {
    const url = fresh();
    const reads = countReads();
    const start = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(url)));
    const seconds = (performance.now() - start) / 1_000;
    // One read, and another for each lifetime of an answer that passed on a slow machine.
    expect(reads()).toBeLessThanOrEqual(1 + Math.floor(seconds / 0.9));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(answers.map(({ headers }) => headers.get('content-type'))).size).toBe(1);
  });

  it('see a change within a second', async () => {
    const url = fresh();
    const title = `Lamp of ${url}`;
    expect((await get(url)).text).not.toContain(title);
    await insertListing(database.db, seller.id, { title });
    const changed = performance.now();
    let lastWithout = changed;
    for (;;) {
      const asked = performance.now();
      if ((await get(url)).text.includes(title)) break;
      lastWithout = asked;
    }
    expect(lastWithout - changed).toBeLessThan(1_000);
  });

  it('must revalidate each time, and get an empty 304 if nothing has changed', async () => {
    const url = fresh();
    const first = await get(url);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const header of [etag, `"other", ${etag}`, '*']) {
      const again = await get(url, { 'if-none-match': header });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers.get('etag')).toBe(etag);
    }
    // The first request for an address gets a 304, too.
    const other = fresh();
    expect((await get(other, { 'if-none-match': etag })).status).toBe(304);
    for (const { headers } of [first, await get(other)]) {
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('vary')).toContain('cookie, authorization');
    }
    expect((await get(url, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('share no answer with requests that have credentials or cookies', async () => {
    const url = fresh();
    const title = `Desk of ${url}`;
    await get(url);
    await insertListing(database.db, seller.id, { title });
    const said: Record<string, string>[] = [
      { cookie: seller.cookie },
      { cookie: 'browser=x' },
      { authorization: 'Basic x' },
    ];
    for (const headers of said) {
      const answer = await get(url, headers);
      expect(answer.text).toContain(title);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(answer.headers.get('etag')).toBeNull();
    }
  });

  it('do not get the answer for a signed-in user', async () => {
    const url = fresh();
    const reads = countReads();
    await get(url, { cookie: seller.cookie });
    const before = reads();
    await get(url);
    expect(reads()).toBeGreaterThan(before);
  });
});

it('caches the headers that lead to the next page', async () => {
  for (const title of ['One', 'Two']) await insertListing(database.db, seller.id, { title });
  const url = restWith('limit=1&');
  const [first, second] = [await get(url), await get(url)];
  expect(second.headers.get('x-next-cursor')).toBe(first.headers.get('x-next-cursor'));
  expect(second.headers.get('link')).toContain('cursor=');
  expect(titlesIn(second.text)).toEqual(['Two']);
});

it('gives the same answer for any order of parameters, and ignores unknown ones', async () => {
  const filter = `maxPrice=${highest++}`;
  const queries = [
    `limit=1&${filter}&utm_source=mail`,
    `fbclid=1&${filter}&limit=1`,
    `${filter}&limit=1`,
  ];
  const reads = countReads();
  const start = performance.now();
  const answers = await Promise.all(queries.map((query) => get(`/api/listings?${query}`)));
  const seconds = (performance.now() - start) / 1_000;
  // A list of one listing takes two reads: one for the ids and one for their content.
  expect(reads()).toBeLessThanOrEqual(2 * (1 + Math.floor(seconds / 0.9)));
  for (const { headers } of answers) {
    expect(headers.get('link')).toMatch(/^<\/api\/listings\?limit=1&maxPrice=\d+&cursor=[^&]+>/);
  }
});

it('refuses a duplicate parameter, even if the answer without the duplicate is cached', async () => {
  const filter = `maxPrice=${highest++}`;
  expect((await get(`/api/listings?${filter}`)).status).toBe(200);
  expect((await get(`/api/listings?${filter}&${filter}`)).status).toBe(400);
});

it('does not cache a refusal', async () => {
  const url = restWith('sort=best&');
  const answers = await Promise.all(Array.from({ length: 5 }, () => get(url)));
  for (const { status, headers } of answers) {
    expect([status, headers.get('cache-control')]).toEqual([400, 'no-store']);
  }
});

it('does not wait for a client that has disconnected', async () => {
  const url = freshRest();
  const blocker = await database.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table listings in access exclusive mode');
  const first = connect(Number(new URL(server.url).port), '127.0.0.1');
  first.write(`GET ${url} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`);
  await vi.waitFor(async () => {
    const { rows } = await blocker.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  }, 5_000);
  const second = get(url);
  first.destroy();
  await once(first, 'close');
  await blocker.query('commit');
  blocker.release();
  expect((await second).status).toBe(200);
});

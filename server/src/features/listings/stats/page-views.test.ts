import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DB } from '@marketplace/db/types.generated';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../../../test/server.ts';
import { createToken } from '../../tokens/tokens.ts';
import { insertListing } from '../listings.fixtures.ts';

// These tests need the built client: run `npm test` or `npm run build`.
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let database: TestDatabase;
let servers: TestServer[];
let seller: SignedIn;
let id: string;
let statements: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  statements = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void statements.push(query.sql),
  });
  servers = [await startTestServer(database, { db }), await startTestServer(database)];
  seller = await servers[0]!.signedIn();
  id = await insertListing(database.db, seller.id);
});
afterEach(() => database.close());

const page = () => `/listings/${id}`;
const call = () => `/trpc/listings.byId?input=${encodeURIComponent(JSON.stringify({ id }))}`;

async function open(
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', on = 0 } = {},
) {
  const address = servers[on]!.url + path;
  const answer = await fetch(address, { method, headers: { 'user-agent': browser, ...headers } });
  expect(answer.ok).toBe(true);
  await answer.text();
}

/** Stops the servers, which stores what they have counted. */
async function viewsAfterStop(): Promise<number> {
  for (const server of servers) await server.close();
  const { rows } = await sql<{ views: number }>`select coalesce(sum(views), 0)::int as views
    from listing_views where listing_id = ${id}`.execute(database.db);
  return rows[0]!.views;
}

describe('a view', () => {
  it('is a page, rendered or in the browser, once for each browser on all instances', async () => {
    await Promise.all([open(page()), open(page()), open(page(), {}, { on: 1 })]);
    await open(call());
    await open(page(), { 'user-agent': `${browser} Other` });
    await open(call(), { 'user-agent': `${browser} Third` }, { on: 1 });
    expect(await viewsAfterStop()).toBe(3);
  });

  it('of a signed-in person counts, and one of the seller and of admins does not', async () => {
    const admin = await servers[0]!.signedIn({ isAdmin: true });
    for (const { cookie } of [seller, admin]) {
      await open(page(), { cookie });
      await open(call(), { cookie });
    }
    const buyer = await servers[0]!.signedIn();
    await open(page(), { cookie: buyer.cookie, 'user-agent': `${browser} Buyer` });
    expect(await viewsAfterStop()).toBe(1);
  });

  it('is no page that is fetched ahead or only asked about, and no call of a program', async () => {
    const { token } = await createToken(servers[0]!.ctx, seller.id, { name: 'Bot', scope: 'read' });
    const buyer = await servers[0]!.signedIn();
    for (const path of [page(), call()]) {
      await open(path, { 'sec-purpose': 'prefetch;prerender' });
      await open(path, { purpose: 'prefetch' });
    }
    await open(page(), { cookie: buyer.cookie, 'sec-purpose': 'prefetch' });
    await open(page(), {}, { method: 'HEAD' });
    await open(page(), { 'user-agent': 'Googlebot/2.1' });
    await open(call(), { authorization: `Bearer ${token}` });
    await open(`/api/listings/${id}`);
    expect(await viewsAfterStop()).toBe(0);
  });
});

it('of many pages costs no write until they are stored by one statement', async () => {
  await open(page());
  statements = [];
  for (let n = 0; n < 20; n += 1) {
    await open(page(), { 'user-agent': `${browser} ${n}` });
    await open(call(), { 'user-agent': `${browser} ${n + 10}` });
  }
  const writes = () => statements.filter((text) => /\b(insert|update|delete)\b/.test(text));
  expect(statements.length).toBeGreaterThan(0);
  expect(writes()).toEqual([]);
  expect(await viewsAfterStop()).toBe(31);
  expect(writes()).toEqual([expect.stringContaining('insert into listing_views')]);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { maxHidden } from '@marketplace/shared/hidden/schemas';
import { createCaller } from '../../router.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type SignedIn, startTestServer, type TestServer } from '../../test/server.ts';
import { createTestUser } from '../../test/users.ts';
import { connectClient } from '../../test/ws-client.ts';
import type { Session } from '../../context.ts';
import { insertListing } from '../listings/listings.fixtures.ts';
import { alertsOf, insertSearch } from '../searches/alerts.fixtures.ts';
import { matchSearches } from '../searches/alerts.ts';
import { createToken } from '../tokens/tokens.ts';

let database: TestDatabase;
let server: TestServer;
let seller: Session['user'];
let other: Session['user'];
let me: SignedIn;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  await sql`truncate listings, standing_searches cascade`.execute(database.db);
  seller = await createTestUser(database.db, { firstName: 'Sal', lastName: 'Seller' });
  other = await createTestUser(database.db);
  me = await server.signedIn();
});

const insert = (title: string, by = seller, values = {}) =>
  insertListing(database.db, by.id, { title, category: 'books', isFeatured: true, ...values });

/** Returns the procedures as the user calls them, without HTTP. */
const call = () =>
  createCaller(
    contextOfUser(server.ctx, { id: me.id, email: '', isAdmin: false, membershipTier: 'free' }),
  );

const headersOf = (who: SignedIn | string | null): Record<string, string> =>
  who === null
    ? {}
    : typeof who === 'string'
      ? { authorization: `Bearer ${who}` }
      : { cookie: who.cookie };

async function get<Answer>(path: string, who: SignedIn | string | null): Promise<Answer> {
  const answer = await fetch(server.url + path, { headers: headersOf(who) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

async function query<Data>(path: string, input: object, who: SignedIn | null = me): Promise<Data> {
  const address = `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;
  return (await get<{ result: { data: Data } }>(address, who)).result.data;
}

type Titled = { title: string }[];
const titlesOf = (listings: Titled) => listings.map(({ title }) => title).sort();
const list = async (input: object = {}, who: SignedIn | null = me) =>
  titlesOf((await query<{ items: Titled }>('listings.list', input, who)).items);

it('leaves a hidden listing, and all of a hidden seller, out of every list', async () => {
  const lamp = await insert('Red lamp');
  await insert('Red chair', other);
  await insert('Red desk', other);
  const orders = [
    {},
    { fold: true },
    { search: 'red' },
    { search: 'red', sort: 'price-asc' },
    { category: 'books', sort: 'price-desc' },
    { sort: 'nearest', near: 'Troy' },
    { from: 'Troy', to: 'Albany', within: 10 },
    { featured: true },
    { limit: 24, sort: 'newest' },
  ];
  const all = ['Red chair', 'Red desk', 'Red lamp'];
  for (const order of orders) expect([order, await list(order)]).toEqual([order, all]);
  await call().hidden.add({ listingId: lamp });
  for (const order of orders) expect([order, await list(order)]).toEqual([order, all.slice(0, 2)]);
  await call().hidden.add({ sellerId: other.id });
  for (const order of orders) expect([order, await list(order)]).toEqual([order, []]);
  for (const order of orders) expect([order, await list(order, null)]).toEqual([order, all]);
  // The page of a seller is no list of the user's.
  expect(await list({ sellerId: other.id })).toEqual(all.slice(0, 2));
  await call().hidden.remove({ listingId: lamp });
  await call().hidden.remove({ sellerId: other.id });
  expect(await list()).toEqual(all);
});

it('leaves them out of the featured row and of similar listings', async () => {
  const one = await insert('Red lamp');
  const two = await insert('Red lamp, small', other);
  const featured = async (who: SignedIn | null = me) =>
    titlesOf(await query<Titled>('listings.featured', {}, who));
  const similar = async (who: SignedIn | null = me) =>
    titlesOf((await query<{ similar: Titled }>('listings.related', { id: one }, who)).similar);
  expect([await featured(), await similar()]).toEqual([
    ['Red lamp', 'Red lamp, small'],
    ['Red lamp, small'],
  ]);
  await call().hidden.add({ listingId: two });
  expect([await featured(), await similar()]).toEqual([['Red lamp'], []]);
  expect(await similar(null)).toEqual(['Red lamp, small']);
});

it('shows programs with a token the same list as the page', async () => {
  const lamp = await insert('Red lamp');
  await insert('Red chair', other);
  const { token } = await createToken(server.ctx, me.id, { name: 'Bot', scope: 'read' });
  const rest = async (who: string | null) => titlesOf(await get<Titled>('/api/listings', who));
  expect(await rest(token)).toEqual(['Red chair', 'Red lamp']);
  await call().hidden.add({ listingId: lamp });
  expect(await rest(token)).toEqual(['Red chair']);
  expect(await rest(null)).toEqual(['Red chair', 'Red lamp']);
});

it('sends no alerts about them, and announces none as new', async () => {
  const user = await createTestUser(database.db);
  await insertSearch(server.ctx, { search: 'lamp' }, { user });
  const caller = createCaller(contextOfUser(server.ctx, user));
  await caller.hidden.add({ sellerId: seller.id });
  await call().hidden.add({ sellerId: seller.id });
  const client = connectClient([server], me);
  const titles: string[] = [];
  const arrived = new Promise<void>((resolve, reject) => {
    client.api.searches.newMatches.subscribe(
      { filter: { search: 'lamp' } },
      {
        onStarted: () => void publish().catch(reject),
        onData: ({ listing }) => {
          titles.push(listing.title);
          resolve();
        },
        onError: reject,
      },
    );
  });
  const publish = async () => {
    server.ctx.hub.listings.changed([await insert('Red lamp')]);
    server.ctx.hub.listings.changed([await insert('Blue lamp', other)]);
  };
  await arrived;
  expect(titles).toEqual(['Blue lamp']);
  await matchSearches(server.ctx);
  expect(await alertsOf(server.ctx, user)).toMatchObject({
    notified: [{ count: 1, body: expect.stringContaining('Blue lamp') }],
  });
});

it('lists what is hidden, newest first, without what nobody can see', async () => {
  const lamp = await insert('Red lamp');
  const gone = await insert('Gone', other);
  await call().hidden.add({ listingId: lamp });
  await call().hidden.add({ listingId: lamp });
  await call().hidden.add({ listingId: gone });
  await call().hidden.add({ sellerId: seller.id });
  await database.db
    .updateTable('listings')
    .set({ isActive: false })
    .where('id', '=', gone)
    .execute();
  const of = { sellerId: seller.id, sellerName: 'Sal Seller', hiddenAt: expect.any(String) };
  expect(await call().hidden.list()).toEqual([
    { ...of, listing: null },
    { ...of, listing: { id: lamp, title: 'Red lamp' } },
  ]);
  await database.db
    .updateTable('users')
    .set({ deactivatedAt: new Date() })
    .where('id', '=', seller.id)
    .execute();
  expect(await call().hidden.list()).toEqual([]);
});

it('shows the oldest hidden listing again beyond the limit, and never a seller', async () => {
  await call().hidden.add({ sellerId: other.id });
  const first = await insert('First');
  await call().hidden.add({ listingId: first });
  await sql`
    with more as (
      insert into listings (seller_id, title, price)
      select ${seller.id}, 'Listing ' || n, 1 from generate_series(3, ${maxHidden}::int) n
      returning id, seller_id
    )
    insert into hidden_listings (user_id, seller_id, listing_id)
    select ${me.id}, seller_id, id from more`.execute(database.db);
  const hidden = async () => (await call().hidden.list()).map(({ listing }) => listing?.id ?? null);
  expect(await hidden()).toHaveLength(maxHidden);
  const last = await insert('Last');
  await call().hidden.add({ listingId: last });
  const left = await hidden();
  expect(left).toHaveLength(maxHidden);
  expect(left).toContain(null);
  expect(left).toContain(last);
  expect(left).not.toContain(first);
});

it.each([
  [() => ({ listingId: crypto.randomUUID() }), 'NOT_FOUND', 'Listing not found'],
  [() => ({ sellerId: crypto.randomUUID() }), 'NOT_FOUND', 'User not found'],
  [() => ({ sellerId: "' or 1=1" }), 'NOT_FOUND', 'User not found'],
  [() => ({ sellerId: me.id }), 'BAD_REQUEST', "You can't hide your own listings."],
  [() => ({}), 'BAD_REQUEST', 'Choose a listing or a seller.'],
  [() => ({ sellerId: other.id, listingId: '1' }), 'BAD_REQUEST', 'Choose a listing or a seller.'],
])('refuses to hide %s', async (input, code, message) => {
  await expect(call().hidden.add(input())).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
});

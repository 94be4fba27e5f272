import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { AppContext } from '../../../app-context.ts';
import { createSecrets } from '../../../platform/secrets.ts';
import { createTestContext } from '../../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestUser } from '../../../test/users.ts';
import { callerOf, insertListing } from '../listings.fixtures.ts';
import { createViews, sweepViews } from './count-views.ts';

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari';
const laptop = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let database: TestDatabase;
let ctx: AppContext;
let id: string;
let moment = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  moment = Date.parse('2026-11-27T18:00:00Z');
  const { id: sellerId } = await createTestUser(ctx.db);
  id = await insertListing(ctx.db, sellerId);
});

/** Returns an instance of the site, which shares the database and the secret with the others. */
const instance = (options = {}) => createViews({ ...ctx, now: () => moment, ...options });

/** Runs an instance with these views until it stops. */
async function view(...visits: { ip?: string; userAgent?: string }[]) {
  const views = instance();
  for (const visit of visits) views.count(id, { ip: '192.0.2.1', userAgent: laptop, ...visit });
  await views.close();
}

async function viewsByDay(listingId = id) {
  const { rows } = await sql<{ day: string; views: number }>`select day::text, views
    from listing_views where listing_id = ${listingId} order by day`.execute(ctx.db);
  return Object.fromEntries(rows.map(({ day, views }) => [day, views]));
}

it('counts a browser once a day, on any instance and after a restart', async () => {
  const [one, other] = [instance(), instance()];
  for (const views of [one, one, other]) views.count(id, { ip: '192.0.2.1', userAgent: laptop });
  await Promise.all([one.close(), other.close()]);
  await view({}, { userAgent: phone }, { ip: '192.0.2.2' });
  expect(await viewsByDay()).toEqual({ '2026-11-27': 3 });
});

it('takes an IPv6 network for one address, since devices change theirs within it', async () => {
  await view({ ip: '2001:db8:1:2::3' }, { ip: '2001:db8:1:2:aaaa::4' }, { ip: '2001:db8:1:3::3' });
  expect(await viewsByDay()).toEqual({ '2026-11-27': 2 });
});

it('begins a new day at midnight in the region', async () => {
  for (const time of ['2026-11-28T04:59:59Z', '2026-11-28T05:00:00Z']) {
    moment = Date.parse(time);
    await view({});
  }
  expect(await viewsByDay()).toEqual({ '2026-11-27': 1, '2026-11-28': 1 });
});

it.each([
  ['a search engine', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['a link preview', 'facebookexternalhit/1.1'],
  ['a program', 'curl/8.5.0'],
  ['nobody known', ''],
])('does not count %s', async (_who, userAgent) => {
  await view({ userAgent }, { userAgent: phone });
  expect(await viewsByDay()).toEqual({ '2026-11-27': 1 });
});

it('stores views together after a short time, without a stop', async () => {
  const views = instance({ delayMs: 10 });
  for (const ip of ['192.0.2.1', '192.0.2.2']) views.count(id, { ip, userAgent: laptop });
  await vi.waitFor(async () => expect(await viewsByDay()).toEqual({ '2026-11-27': 2 }));
  await views.close();
});

it('counts exactly while instances store the same views at once, in any order', async () => {
  const listings = [id];
  const { id: sellerId } = await createTestUser(ctx.db);
  for (let n = 0; n < 4; n += 1) listings.push(await insertListing(ctx.db, sellerId));
  const visits = listings.flatMap((listingId) =>
    Array.from({ length: 300 }, (_, n) => ({ listingId, ip: `198.51.${n >> 8}.${n & 255}` })),
  );
  const warn = vi.spyOn(ctx.log, 'warn');
  await Promise.all(
    Array.from({ length: 4 }, async (_, n) => {
      const views = instance();
      const order = n % 2 ? visits : visits.toReversed();
      for (const { listingId, ip } of order) views.count(listingId, { ip, userAgent: laptop });
      await views.close();
    }),
  );
  expect(warn).not.toHaveBeenCalled();
  for (const one of listings) expect(await viewsByDay(one)).toEqual({ '2026-11-27': 300 });
});

it('stores no address and no browser, and no hash after its day', async () => {
  await view({}, { userAgent: phone });
  const stored = await sql<{ row: string }>`
    select v::text as row from listing_viewers v where day = '2026-11-27'`.execute(ctx.db);
  expect(stored.rows.length).toBeGreaterThan(1);
  for (const { row } of stored.rows) expect(row).toMatch(/^\(2026-11-27,[0-9a-f-]{36}\)$/);
  const hashes = async () =>
    (await sql`select from listing_viewers where day = '2026-11-27'`.execute(ctx.db)).rows.length;
  await sweepViews(ctx.db, Date.parse('2026-11-28T04:59:59Z'));
  expect(await hashes()).toBeGreaterThan(1);
  await sweepViews(ctx.db, Date.parse('2026-11-28T05:00:00Z'));
  expect(await hashes()).toBe(0);
  expect(await viewsByDay()).toEqual({ '2026-11-27': 2 });
});

it('makes other hashes with another secret', async () => {
  await view({});
  const views = instance({ secrets: createSecrets('another secret of 32 characters or more') });
  views.count(id, { ip: '192.0.2.1', userAgent: laptop });
  await views.close();
  expect(await viewsByDay()).toEqual({ '2026-11-27': 2 });
});

it('keeps counts for 400 days, or as long as the listing', async () => {
  const { id: sellerId } = await createTestUser(ctx.db);
  await sql`update listings set seller_id = ${sellerId} where id = ${id}`.execute(ctx.db);
  await view({});
  await sweepViews(ctx.db, moment + 400 * 24 * 60 * 60_000);
  expect(await viewsByDay()).toEqual({ '2026-11-27': 1 });
  await sweepViews(ctx.db, moment + 401 * 24 * 60 * 60_000);
  expect(await viewsByDay()).toEqual({});
  await view({});
  const late = instance();
  late.count(id, { ip: '192.0.2.9', userAgent: laptop });
  const seller = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'isAdmin'])
    .where('id', '=', sellerId)
    .executeTakeFirstOrThrow();
  await callerOf(ctx, { ...seller, membershipTier: 'free' }).remove({ id });
  await late.close();
  expect(await viewsByDay()).toEqual({});
});

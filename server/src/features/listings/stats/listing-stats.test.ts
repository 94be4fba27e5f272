import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../../app-context.ts';
import type { Session } from '../../../context.ts';
import { createTestContext } from '../../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createTestUser } from '../../../test/users.ts';
import { callerOf, insertImage, insertListing } from '../listings.fixtures.ts';
import { readListingStats } from './listing-stats.ts';

let database: TestDatabase;
let ctx: AppContext;
let seller: Session['user'];
let other: Session['user'];

/** Noon in the region on November 27. */
const now = Date.parse('2026-11-27T17:00:00Z');
/** Returns the region's day so many days ago, and a time on it. */
const dayBefore = (days: number) => new Date(now - days * 86_400_000).toISOString().slice(0, 10);
const noon = (daysAgo: number) => new Date(now - daysAgo * 86_400_000);

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate listings cascade`.execute(ctx.db);
  seller = await createTestUser(ctx.db);
  other = await createTestUser(ctx.db);
});

const read = (id: string) => readListingStats(ctx.db, seller.id, { id, now });

interface Facts {
  by?: Session['user'];
  /** How many days ago the listing was posted. */
  age?: number;
  /** The counts of days, by how many days ago they were. */
  views?: Record<number, number>;
  favorites?: Record<number, number>;
  conversations?: Record<number, number>;
  photos?: number;
  values?: Parameters<typeof insertListing>[2];
}

/** Inserts a listing with what happened to it. */
async function insert({ by = seller, age = 60, photos = 0, values, ...counts }: Facts = {}) {
  const listing = { category: 'furniture', createdAt: noon(age), ...values };
  const listingId = await insertListing(ctx.db, by.id, listing);
  const { views = {}, favorites = {}, conversations = {} } = counts;
  for (const [days, count] of Object.entries(views)) {
    const row = { listingId, day: sql<Date>`${dayBefore(Number(days))}::date`, views: count };
    await ctx.db.insertInto('listingViews').values(row).execute();
  }
  const each = (of: Record<number, number>) =>
    Object.entries(of).flatMap(([days, count]) =>
      Array.from({ length: count }, () => noon(Number(days))),
    );
  for (const createdAt of each(favorites)) {
    const { id: userId } = await createTestUser(ctx.db);
    await ctx.db.insertInto('favorites').values({ userId, listingId, createdAt }).execute();
  }
  for (const createdAt of each(conversations)) {
    const { id: buyerId } = await createTestUser(ctx.db);
    const row = { listingId, listingTitle: '', buyerId, sellerId: by.id, lastSeq: 1, createdAt };
    await ctx.db.insertInto('conversations').values(row).execute();
  }
  for (let position = 0; position < photos; position += 1) {
    const imageId = (await insertImage(ctx.db, by.id)).split('/')[2] ?? '';
    await ctx.db.insertInto('listingImages').values({ listingId, position, imageId }).execute();
  }
  return listingId;
}

async function insertSimilar(all: Facts[]) {
  for (const facts of all) await insert({ by: other, ...facts });
}

describe('the days', () => {
  it('are the last 30 of the region, with what happened on each', async () => {
    const id = await insert({
      views: { 0: 4, 29: 2, 30: 9 },
      favorites: { 1: 2, 30: 1 },
      conversations: { 3: 1, 31: 1 },
    });
    const { days } = await read(id);
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ day: '2026-10-29', views: 2, favorites: 0, conversations: 0 });
    expect(days.at(-4)).toEqual({ day: '2026-11-24', views: 0, favorites: 0, conversations: 1 });
    expect(days.at(-2)).toEqual({ day: '2026-11-26', views: 0, favorites: 2, conversations: 0 });
    expect(days.at(-1)).toEqual({ day: '2026-11-27', views: 4, favorites: 0, conversations: 0 });
  });

  it('begin at midnight in the region, and have no conversation without a message', async () => {
    const id = await insert({ favorites: { 1: 1, 2: 1 }, conversations: { 5: 1, 6: 1 } });
    await sql`update favorites set created_at = case when created_at > ${noon(1.5)}
      then '2026-11-26T04:59:59Z'::timestamptz else '2026-11-26T05:00:00Z' end`.execute(ctx.db);
    await sql`update conversations set last_seq = 0 where created_at > ${noon(5.5)}`.execute(
      ctx.db,
    );
    const { days } = await read(id);
    const on = (day: string) => days.find((one) => one.day === day);
    expect([on('2026-11-25')?.favorites, on('2026-11-26')?.favorites]).toEqual([1, 1]);
    expect(days.reduce((sum, { conversations }) => sum + conversations, 0)).toBe(1);
  });
});

describe('similar listings', () => {
  const five: Facts[] = [
    { views: { 0: 5, 29: 5, 30: 90 }, favorites: { 2: 1 } },
    { views: { 10: 20 }, conversations: { 1: 1 } },
    { views: { 3: 30 }, favorites: { 3: 2 }, conversations: { 4: 2 } },
    { favorites: { 5: 3 } },
    { views: { 1: 1 }, conversations: { 6: 1 } },
  ];

  it('give the median of the same 30 days', async () => {
    const id = await insert();
    await insertSimilar(five);
    expect(await read(id)).toMatchObject({
      similar: { views: 10, favorites: 1, conversations: 1, count: 5, days: 30 },
    });
    await insertSimilar([{ views: { 2: 15 }, favorites: { 2: 2 }, conversations: { 2: 3 } }]);
    expect((await read(id)).similar).toMatchObject({ views: 12.5, favorites: 1.5, count: 6 });
  });

  it('are at least five: in lists, of the category and kind, by others, and as old', async () => {
    const id = await insert();
    await insertSimilar(five.slice(1));
    await insert(five[0]);
    const unlike = [
      { values: { category: 'books' } },
      { values: { kind: 'wanted' } },
      { values: { isActive: false } },
      { values: { deletedAt: noon(0) } },
      { values: { endedAt: noon(0) } },
      { age: 28 },
    ];
    await insertSimilar(unlike);
    expect((await read(id)).similar).toBeNull();
    await insertSimilar([{ age: 29 }]);
    expect((await read(id)).similar).toMatchObject({ count: 5 });
  });

  it('are compared by their first days with a listing that is new', async () => {
    const id = await insert({ age: 2 });
    for (const age of [2, 10, 20, 30, 40]) {
      const views = { [age]: age, [age - 2]: 1, [age - 3]: 500 };
      await insertSimilar([{ age, views: age === 2 ? { 2: 2, 0: 1 } : views }]);
    }
    await insertSimilar([{ age: 1, views: { 0: 900 } }]);
    const similar = { views: 21, favorites: 0, conversations: 0, count: 5, days: 3 };
    expect((await read(id)).similar).toEqual(expect.objectContaining(similar));
  });

  it('are compared by the last days with a renewed listing', async () => {
    const id = await insert({ age: 1, values: { renewedAt: noon(1) } });
    await insertSimilar(five);
    expect((await read(id)).similar).toMatchObject({ views: 10, days: 30 });
  });
});

describe('the hint', () => {
  const hintFor = async (facts: Facts) => (await read(await insert(facts))).hint;
  const priced = (price: number): Facts => ({
    values: { title: 'Oak desk', price: String(price) },
    photos: 2,
  });
  const desks = [10, 20, 30, 40, 50].map(priced);

  it('is about the price if it is higher than that of most similar listings', async () => {
    await insertSimilar(desks);
    expect(await hintFor(priced(41))).toBe('price-above-similar');
    expect(await hintFor(priced(40))).toBeNull();
  });

  it('is about photos if similar listings have more', async () => {
    await insertSimilar(desks);
    expect(await hintFor({ ...priced(40), photos: 1 })).toBe('few-photos');
    await sql`delete from listings where price = 50`.execute(ctx.db);
    expect(await hintFor({ ...priced(40), photos: 1 })).toBeNull();
  });

  it('is about many views without messages, from 20 and the median on', async () => {
    expect(await hintFor({ views: { 0: 19 } })).toBeNull();
    expect(await hintFor({ views: { 0: 12, 20: 8 } })).toBe('many-views-no-messages');
    await insertSimilar(Array.from({ length: 5 }, () => ({ views: { 4: 30 } })));
    expect(await hintFor({ views: { 0: 29 } })).toBeNull();
    expect(await hintFor({ views: { 0: 30 } })).toBe('many-views-no-messages');
  });

  it('is missing while as many people as usual get in touch, or nobody could', async () => {
    const conversations = { 3: 1 };
    expect(await hintFor({ views: { 0: 50 }, conversations })).toBeNull();
    await insertSimilar(desks.map((desk) => ({ ...desk, conversations })));
    expect(await hintFor({ ...priced(60), conversations })).toBeNull();
    expect(await hintFor(priced(60))).toBe('price-above-similar');
    const { values } = priced(60);
    for (const off of [{ isActive: false }, { endedAt: noon(0) }, { kind: 'wanted' }]) {
      expect(await hintFor({ views: { 0: 50 }, values: { ...values, ...off } })).toBeNull();
    }
  });
});

it('is only for the seller', async () => {
  const id = await insert();
  expect(await callerOf(ctx, seller).stats({ id })).toMatchObject({ similar: null, hint: null });
  const admin = await createTestUser(ctx.db, { isAdmin: true });
  const missing = { code: 'NOT_FOUND', message: 'Listing not found' };
  for (const user of [other, admin]) {
    await expect(callerOf(ctx, user).stats({ id })).rejects.toMatchObject(missing);
  }
  await expect(callerOf(ctx, seller).stats({ id: 'none' })).rejects.toMatchObject(missing);
  await expect(callerOf(ctx).stats({ id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  await callerOf(ctx, seller).remove({ id });
  await expect(callerOf(ctx, seller).stats({ id })).rejects.toMatchObject(missing);
});

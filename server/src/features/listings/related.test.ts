import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestUser } from '../../test/users.ts';
import type { AppContext } from '../../app-context.ts';
import { callerOf, insertListing, insertSale } from './listings.fixtures.ts';
import { placeOf } from './place.ts';

let database: TestDatabase;
let ctx: AppContext;
let sellerId: string;
let otherId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
  sellerId = (await createTestUser(database.db)).id;
  otherId = (await createTestUser(database.db)).id;
});
afterAll(() => database.close());

const insert = (seller: string, category: string, place = 'Troy') =>
  insertListing(database.db, seller, { category, ...placeOf(place) });

const hidden = (seller: string, values: { isActive: false } | { deletedAt: Date }) =>
  insertListing(database.db, seller, { category: 'books', ...placeOf('Troy'), ...values });

const relatedTo = async (id: string) => {
  const { fromSeller, similar, nearby } = await callerOf(ctx).related({ id });
  const ids = (listings: { id: string }[]) => listings.map((listing) => listing.id);
  return { fromSeller: ids(fromSeller), similar: ids(similar), nearby };
};

it("shows the seller's newest listings, without hidden ones and the listing itself", async () => {
  const { id: seller } = await createTestUser(database.db);
  const old = [];
  for (let count = 0; count < 5; count += 1) old.unshift(await insert(seller, ''));
  await hidden(seller, { isActive: false });
  await hidden(seller, { deletedAt: new Date() });
  const id = await insert(seller, '');
  expect(await relatedTo(id)).toMatchObject({ fromSeller: old.slice(0, 4), similar: [] });
});

it("shows the category's nearest listings by other sellers, and whether all are nearby", async () => {
  const id = await insert(sellerId, 'books');
  await insert(sellerId, 'books');
  await insert(otherId, 'food');
  await hidden(otherId, { isActive: false });
  const far = await insert(otherId, 'books', 'Lake George');
  const albany = await insert(otherId, 'books', 'Albany');
  const inCounty = await insert(otherId, 'books', 'Albany County');
  const troy = await insert(otherId, 'books');
  expect(await relatedTo(id)).toMatchObject({
    similar: [troy, albany, far, inCounty],
    nearby: false,
  });
  const watervliet = await insert(otherId, 'books', 'Watervliet');
  const cohoes = await insert(otherId, 'books', 'Cohoes');
  expect(await relatedTo(id)).toMatchObject({
    similar: [troy, watervliet, cohoes, albany],
    nearby: true,
  });
});

it('shows first the listings whose titles share the most words, even far away ones', async () => {
  const titled = (title: string, place: string, seller = otherId) =>
    insertListing(database.db, seller, { category: 'sports', title, ...placeOf(place) });
  const id = await titled('Red road bike, 54 cm', 'Troy', sellerId);
  const ball = await titled('Football', 'Troy');
  const trailer = await titled('Bikes trailer', 'Albany');
  const road = await titled('Road bike', 'Lake George');
  const near = await titled('Road bike', 'Cohoes');
  const best = await titled('Red bike for the road', 'Granville');
  await insertListing(database.db, otherId, { category: 'food', title: 'Red road bike, 54 cm' });
  expect((await relatedTo(id)).similar).toEqual([best, near, road, trailer]);
  await insertSale(database.db, id);
  expect((await relatedTo(id)).similar).toEqual([best, near, road, trailer]);
  const alone = await titled('The and of', 'Troy', sellerId);
  expect((await relatedTo(alone)).similar[0]).toBe(ball);
  const gone = await titled('Blue road bike', 'Hudson', sellerId);
  await database.db
    .updateTable('listings')
    .set({ deletedAt: new Date() })
    .where('id', '=', gone)
    .execute();
  const { listings } = await callerOf(ctx).missing({ id: gone });
  // Each shares two words, so the nearest to Hudson comes first.
  expect(listings.slice(0, 3).map((listing) => listing.id)).toEqual([near, road, best]);
});

it('shows wanted listings for a wanted listing, and offers for an offer', async () => {
  const tent = { category: 'electronics', title: 'Tent' };
  const offered = await insertListing(database.db, sellerId, tent);
  const wanted = await insertListing(database.db, sellerId, { ...tent, kind: 'wanted' });
  const other = await insertListing(database.db, otherId, tent);
  const wish = await insertListing(database.db, otherId, { ...tent, kind: 'wanted' });
  expect((await relatedTo(offered)).similar).toEqual([other]);
  expect((await relatedTo(wanted)).similar).toEqual([wish]);
});

it('measures from the center of a county, and shows the newest for a listing without a place', async () => {
  const greene = await insert(otherId, 'health', 'Cairo');
  const warren = await insert(otherId, 'health', 'Lake George');
  const inGreene = await insert(sellerId, 'health', 'Greene County');
  const anywhere = await insert(sellerId, 'health', 'Capital Region');
  expect((await relatedTo(inGreene)).similar).toEqual([greene, warren]);
  expect(await relatedTo(anywhere)).toMatchObject({ similar: [warren, greene], nearby: false });
});

it('finds no listing that is not public', async () => {
  const inactive = await hidden(sellerId, { isActive: false });
  for (const id of [inactive, '00000000-0000-4000-8000-000000000000', 'no-id']) {
    await expect(callerOf(ctx).related({ id })).rejects.toThrow('Listing not found');
  }
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertListing } from '../features/listings/listings.fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { createTestUser } from '../test/users.ts';
import { listingPageVersion } from './listing-versions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Creates a listing whose seller has a review by a person who wrote to them. */
async function createWorld() {
  const { db, pool } = database;
  const seller = await createTestUser(db, { ratingSum: 5, ratingCount: 1 });
  const reviewer = await createTestUser(db);
  const listing = await insertListing(db, seller.id);
  const pair = { listingId: listing, sellerId: seller.id };
  await db
    .insertInto('conversations')
    .values({ ...pair, buyerId: reviewer.id, listingTitle: 'Plain chair' })
    .execute();
  await db
    .insertInto('reviews')
    .values({ ...pair, reviewerId: reviewer.id, rating: 5, comment: 'Good' })
    .execute();
  const change = async (statement: string) => {
    const ids = { $listing: listing, $seller: seller.id, $reviewer: reviewer.id };
    await pool.query(statement.replace(/\$\w+/g, (name) => `'${ids[name as keyof typeof ids]}'`));
  };
  return { path: `/listings/${listing}`, change, read: () => version(`/listings/${listing}`) };
}

const version = (url: string) => listingPageVersion(database.pool, url);

it.each([
  ['the listing', `update listings set price = 9 where id = $listing`],
  ['its seller', `update users set first_name = 'New' where id = $seller`],
  ['a review', `update reviews set comment = 'Better' where seller_id = $seller`],
  ['the number of reviews', `delete from reviews where seller_id = $seller`],
  ['a reviewer', `update users set deactivated_at = now() where id = $reviewer`],
  [
    'whether a reviewer wrote to the seller',
    `update conversations set last_seq = 1 where listing_id = $listing`,
  ],
])('changes the version of a page with %s', async (_what, statement) => {
  const { change, read } = await createWorld();
  const before = await read();
  expect(before).toBeDefined();
  expect(await read()).toBe(before);
  await change(statement);
  expect(await read()).not.toBe(before);
});

it('returns the version of each of many pages at once', async () => {
  const paths = [(await createWorld()).path, (await createWorld()).path];
  const [one, other] = await Promise.all(paths.map(version));
  expect(one).not.toBe(other);
  expect(await version(paths[0] ?? '')).toBe(one);
  expect(await version(`${paths[1]?.toUpperCase().replace('/LISTINGS', '/listings')}?a=b`)).toBe(
    other,
  );
});

it.each(['is_active = false', 'deleted_at = now()'])(
  'returns no version for a listing with %s',
  async (state) => {
    const { change, read } = await createWorld();
    await change(`update listings set ${state} where id = $listing`);
    expect(await read()).toBeUndefined();
  },
);

it('returns no version for a missing listing and for other pages', async () => {
  const urls = [`/listings/${randomUUID()}`, '/listings/x', '/listings', '/users/x', '/'];
  expect(await Promise.all(urls.map(version))).toEqual(urls.map(() => undefined));
});

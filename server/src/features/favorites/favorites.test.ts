import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { maxFavorites, tooManyFavorites } from '@marketplace/shared/favorites/constants';
import type { Session } from '../../context.ts';
import { createCaller } from '../../router.ts';
import { contextOfUser, testContext } from '../../test/context.ts';
import { createTestUser, daysAgo } from '../../test/users.ts';
import { insertListing, insertSale } from '../listings/listings.fixtures.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import { sweepFavorites } from './favorites.ts';

const ctx = messagingContext();
let seller: Session['user'];
let fan: Session['user'];

beforeEach(async () => {
  seller = await createTestUser(ctx.db);
  fan = await createTestUser(ctx.db);
});

const as = (user: Session['user']) => createCaller(contextOfUser(ctx, user));
const insert = (values: Parameters<typeof insertListing>[2] = {}) =>
  insertListing(ctx.db, seller.id, values);
const save = (listingId: string) => as(fan).favorites.add({ listingId });
const change = (id: string, values: Parameters<typeof insertListing>[2] = {}) =>
  ctx.db.updateTable('listings').set(values).where('id', '=', id).execute();
const shown = async () => (await as(fan).favorites.list({})).items;

/** Fills the fan's favorites until there is room for `count` more. */
async function leaveRoom(count: number): Promise<void> {
  await sql`
    with made as (
      insert into listings (seller_id, title, price)
      select ${seller.id}, 'Chair ' || n, 5 from generate_series(1, ${maxFavorites - count}) n
      returning id
    )
    insert into favorites (user_id, listing_id) select ${fan.id}, id from made`.execute(ctx.db);
}

it('lists saved listings, newest first, page by page, until they are removed', async () => {
  const ids = [await insert(), await insert(), await insert()];
  for (const id of ids) expect(await save(id)).toEqual({ saved: true });
  // Saving it again changes nothing, not even the order.
  await save(ids[0] ?? '');
  expect(await as(fan).favorites.ids()).toEqual(ids.toReversed());
  const first = await as(fan).favorites.list({ limit: 2 });
  const rest = await as(fan).favorites.list({ limit: 2, cursor: first.nextCursor ?? '' });
  expect([...first.items, ...rest.items].map(({ listing }) => listing?.id)).toEqual(
    ids.toReversed(),
  );
  expect(rest.nextCursor).toBeNull();
  const [, second = ''] = ids;
  expect(await as(fan).favorites.remove({ listingId: second })).toEqual({ saved: false });
  expect(await as(fan).favorites.remove({ listingId: 'nothing' })).toEqual({ saved: false });
  expect(await as(fan).favorites.ids()).toEqual([ids[2], ids[0]]);
  expect(await as(seller).favorites.ids()).toEqual([]);
});

it('saves public listings, even sold ones, but not the user’s own', async () => {
  const sold = await insert();
  await insertSale(ctx.db, sold);
  await expect(save(sold)).resolves.toEqual({ saved: true });
  const hidden = [await insert({ isActive: false }), await insert({ deletedAt: new Date() })];
  for (const id of [...hidden, randomUUID(), 'chair']) {
    await expect(save(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  await expect(as(seller).favorites.add({ listingId: sold })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: "You can't save your own listing.",
  });
});

it('limits favorites to 500, however many are saved at once', async () => {
  await leaveRoom(2);
  const ids = [await insert(), await insert(), await insert(), await insert()];
  const results = await Promise.allSettled(ids.map(save));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(2);
  for (const result of refused) {
    expect(result).toMatchObject({ reason: { code: 'CONFLICT', message: tooManyFavorites } });
  }
  // Saving a favorite again needs no room.
  const [kept = ''] = await as(fan).favorites.ids();
  expect(await save(kept)).toEqual({ saved: true });
  expect(await as(fan).favorites.ids()).toHaveLength(maxFavorites);
});

it('saves a listing once, even if it is added and merged twice at the same time', async () => {
  const ids = [await insert(), await insert(), await insert()];
  const [one = '', two = ''] = ids;
  const { favorites } = as(fan);
  await Promise.all([
    save(one),
    save(one),
    favorites.merge({ listingIds: [two, one] }),
    favorites.merge({ listingIds: ids.toReversed() }),
    save(two),
  ]);
  expect((await favorites.ids()).toSorted()).toEqual(ids.toSorted());
  // Either the addition or the removal comes last.
  await Promise.all([save(one), favorites.remove({ listingId: one })]);
  expect((await favorites.ids()).filter((id) => id === one).length).toBeLessThanOrEqual(1);
});

it('merges the favorites of a browser in order, without those that cannot be saved', async () => {
  const [saved, newer, older] = [await insert(), await insert(), await insert()];
  const own = await insertListing(ctx.db, fan.id);
  const hidden = await insert({ isActive: false });
  await save(saved);
  const kept = [newer, saved, own, newer.toUpperCase(), hidden, randomUUID(), 'chair', older];
  const merged = await as(fan).favorites.merge({ listingIds: kept });
  expect(merged.toSorted()).toEqual([saved, newer, older].toSorted());
  expect(merged.indexOf(newer)).toBeLessThan(merged.indexOf(older));
  expect(await as(fan).favorites.merge({ listingIds: kept })).toEqual(merged);
});

it('merges the newest favorites if there is no room for all', async () => {
  await leaveRoom(1);
  const [newest, oldest] = [await insert(), await insert()];
  const merged = await as(fan).favorites.merge({ listingIds: [newest, oldest] });
  expect(merged).toHaveLength(maxFavorites);
  expect(merged).toContain(newest);
  expect(merged).not.toContain(oldest);
});

it('shows current and previous prices, and which listings were removed', async () => {
  const desk = await insert({ title: 'Desk', price: '50.00' });
  const gone = await insert({ title: 'Lamp' });
  const flagged = await insert({ title: 'Something bad' });
  const banned = await createTestUser(ctx.db);
  const theirs = await insertListing(ctx.db, banned.id, { title: 'Sofa' });
  for (const id of [desk, gone, flagged, theirs]) await save(id);
  await change(desk, { price: '40.00' });
  await as(seller).listings.remove({ id: gone });
  await change(flagged, { isActive: false, flaggedAt: new Date() });
  await ctx.db
    .updateTable('listings')
    .set({ sellerActive: false })
    .where('sellerId', '=', banned.id)
    .execute();
  expect(await shown()).toMatchObject([
    { listingId: theirs, title: 'Sofa', listing: null },
    { listingId: flagged, title: null, listing: null },
    { listingId: gone, title: 'Lamp', listing: null },
    { listingId: desk, listing: { price: '40.00', previousPrice: '50.00' } },
  ]);
});

it('removes a favorite 30 days after its listing was sold or removed', async () => {
  const [available, sold, soldLately, deleted, flagged, reported] = [
    await insert(),
    await insert(),
    await insert(),
    await insert(),
    await insert(),
    await insert(),
  ];
  const banned = await createTestUser(ctx.db);
  const theirs = await insertListing(ctx.db, banned.id);
  const all = [available, sold, soldLately, deleted, flagged, reported, theirs];
  for (const id of all) await save(id);
  for (const id of [sold, soldLately]) await insertSale(ctx.db, id);
  await change(sold, { soldAt: daysAgo(31) });
  await change(soldLately, { soldAt: daysAgo(29) });
  await change(deleted, { deletedAt: daysAgo(31) });
  await change(flagged, { isActive: false, flaggedAt: daysAgo(31) });
  await change(reported, { isActive: false, hiddenByReportsAt: daysAgo(31) });
  await ctx.db
    .updateTable('users')
    .set({ deactivatedAt: daysAgo(31) })
    .where('id', '=', banned.id)
    .execute();
  await sweepFavorites(ctx.db);
  expect(await as(fan).favorites.ids()).toEqual([soldLately, available]);
});

it('shows the number of favorites to the seller alone', async () => {
  const id = await insert();
  await save(id);
  await as(await createTestUser(ctx.db)).favorites.add({ listingId: id });
  expect((await as(seller).listings.mine({})).items[0]?.savedBy).toBe(2);
  expect(await as(seller).listings.byId({ id })).toMatchObject({ savedBy: 2 });
  for (const caller of [as(fan), createCaller(testContext(ctx))]) {
    expect(await caller.listings.byId({ id })).not.toHaveProperty('savedBy');
    const { items } = await caller.listings.list({ sellerId: seller.id });
    expect(items[0]).not.toHaveProperty('savedBy');
  }
});

it('returns the public listings among the ids that a visitor saved, in their order', async () => {
  const [first, second] = [await insert(), await insert()];
  const hidden = await insert({ isActive: false });
  const ids = [second, hidden, 'chair', first];
  const listings = await createCaller(testContext(ctx)).listings.byIds({ ids });
  expect(listings.map(({ id }) => id)).toEqual([second, first]);
});

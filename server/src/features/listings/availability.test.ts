import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createDatabase } from '@marketplace/db/database';
import type { Session } from '../../context.ts';
import { createTestUser } from '../../test/users.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import { messagingOf } from '../messaging/messaging.fixtures.ts';
import { callerOf, insertListing, insertReservation, insertSale } from './listings.fixtures.ts';
import { sweepSold } from './remove-listing.ts';
import { placeOf } from './place.ts';
import { sitemapEntries } from './sitemap.ts';

const shared = messagingContext();
let seller: Session['user'];
let buyer: Session['user'];
let ids: { available: string; reserved: string; sold: string };

/** Returns a context without cached counts, which are stored by database object. */
const ctxNow = () => ({ ...shared, db: createDatabase(shared.pool) });
const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title);

const insert = (title: string, values: Parameters<typeof insertListing>[2] = {}) =>
  insertListing(shared.db, seller.id, { title, category: 'books', ...values });

async function conversationAbout(listingId: string, user = buyer): Promise<string> {
  return (await messagingOf(shared, user).openConversation({ listingId })).id;
}

beforeEach(async () => {
  await shared.db.updateTable('listings').set({ deletedAt: new Date() }).execute();
  seller = await createTestUser(shared.db);
  buyer = await createTestUser(shared.db, { firstName: 'Ada', lastName: 'Byron' });
  const available = await insert('Oak chair', { price: '30.00' });
  const reserved = await insert('Oak table', { price: '20.00', isFeatured: true });
  const sold = await insert('Oak shelf', { price: '10.00' });
  ids = { available, reserved, sold };
  await insertReservation(shared.db, reserved, await conversationAbout(reserved));
  await insertSale(shared.db, sold, await conversationAbout(sold));
});

it('lists available listings, reserved ones on request, and no sold ones', async () => {
  const visitor = callerOf(shared);
  const lists = [
    {},
    { search: 'oak' },
    { sort: 'price-desc', location: 'Troy' },
    { sort: 'nearest', near: 'Albany' },
    { sellerId: seller.id, fold: true },
    { search: 'oak', sort: 'price-desc', category: 'books', limit: 1 },
  ] as const;
  for (const list of lists) {
    const both = { ...list, limit: 24, availability: 'all' } as const;
    expect(titles(await visitor.list(list))).toEqual(['Oak chair']);
    expect(titles(await visitor.list({ ...list, availability: 'reserved' }))).toEqual([
      'Oak table',
    ]);
    expect(titles(await visitor.list(both)).sort()).toEqual(['Oak chair', 'Oak table']);
  }
  expect(titles(await visitor.list({ sort: 'price-asc', availability: 'all' }))).toEqual([
    'Oak table',
    'Oak chair',
  ]);
  expect(await visitor.featured()).toEqual([]);
});

it('lists everything to sellers and admins, unless they filter by availability', async () => {
  const admin = await createTestUser(shared.db, { isAdmin: true });
  const all = ['Oak shelf', 'Oak table', 'Oak chair'];
  expect(titles(await callerOf(shared, admin).list({}))).toEqual(all);
  const own = callerOf(shared, seller);
  expect(titles(await own.list({ sellerId: seller.id }))).toEqual(all);
  expect(titles(await own.list({ sellerId: seller.id, availability: 'all' }))).toEqual([
    'Oak table',
    'Oak chair',
  ]);
});

it('counts as many listings as the list has, in facets, relaxations and places', async () => {
  const counted = async (availability?: 'available' | 'reserved' | 'all') => {
    const caller = callerOf(ctxNow());
    const { total, categories } = await caller.facets({ availability });
    const searched = await caller.facets({ search: 'oak', availability, maxPrice: '25' });
    const { drops } = await caller.relaxations({ search: 'oak', maxPrice: '5', availability });
    const [relaxed] = drops;
    return [total.count, categories[0]?.count, searched.total.count, relaxed?.count];
  };
  expect(await counted()).toEqual([1, 1, 0, 1]);
  expect(await counted('reserved')).toEqual([1, 1, 1, 1]);
  expect(await counted('all')).toEqual([2, 2, 1, 2]);
  expect((await callerOf(ctxNow()).places()).total).toBe(1);
});

it('shows the pages of reserved and sold listings, with their availability', async () => {
  const visitor = callerOf(shared);
  const sold = await visitor.byId({ id: ids.sold });
  expect(sold).toMatchObject({ availability: 'sold', kind: 'offer', expiresAt: null });
  expect(Date.parse(sold.soldAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect(await visitor.byId({ id: ids.reserved })).toMatchObject({
    availability: 'reserved',
    soldAt: null,
  });
  expect(await visitor.availability({ id: ids.reserved })).toEqual({
    id: ids.reserved,
    title: 'Oak table',
    availability: 'reserved',
    price: '20.00',
    version: 2,
    isActive: true,
    awayUntil: null,
  });
  const { items } = await messagingOf(shared, buyer).conversations({});
  expect(items).toMatchObject([
    { availability: 'sold', version: 2, listingGone: false },
    { availability: 'reserved', version: 2, listingGone: false },
  ]);
});

it('links from a sold listing to similar available ones and to reserved ones of its seller', async () => {
  const other = await createTestUser(shared.db);
  const similar = { title: 'Elm shelf', category: 'books', ...placeOf('Troy') };
  const near = await insertListing(shared.db, other.id, similar);
  const taken = await insertListing(shared.db, other.id, similar);
  await insertReservation(shared.db, taken, await conversationAbout(taken));
  const related = await callerOf(shared).related({ id: ids.sold });
  expect(related.similar.map(({ id }) => id)).toEqual([near]);
  expect(related.fromSeller.map(({ id }) => id)).toEqual([ids.reserved, ids.available]);
});

it('lists available and reserved listings in the sitemap, but no sold ones', async () => {
  const start = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
  const [entries] = await Array.fromAsync(sitemapEntries(shared.db, start, 10));
  expect(entries?.map(({ id }) => id)).toEqual([ids.available, ids.reserved]);
});

it('deletes listings 90 days after their sale', async () => {
  await insert('Elm chair');
  const old = await insert('Elm shelf');
  await insertSale(shared.db, old);
  const backdate = (days: number) =>
    sql`update sales set sold_at = now() - make_interval(days => ${days})
      where listing_id = ${old}`.execute(shared.db);
  const left = async () =>
    (await callerOf(shared, seller).list({ sellerId: seller.id })).items.length;
  await backdate(89);
  await sweepSold(shared);
  expect(await left()).toBe(5);
  await backdate(91);
  await sweepSold(shared);
  expect(await left()).toBe(4);
  await expect(callerOf(shared).byId({ id: old })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

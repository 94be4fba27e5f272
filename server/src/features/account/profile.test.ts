import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import { createTestListing } from '../messaging/messaging.fixtures.ts';
import { getProfile } from './profile.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/**
 * Creates a conversation that began this many days ago. `minutes` is the delay of the answer, or
 * null for none.
 */
async function converse(
  sellerId: string,
  {
    daysAgo,
    minutes,
    first = 'buyer',
  }: { daysAgo: number; minutes: number | null; first?: string },
): Promise<{ buyerId: string; listingId: string }> {
  const { db } = database;
  const buyer = await createTestUser(db);
  const listingId = await createTestListing(db, sellerId);
  const at = sql<Date>`now() - make_interval(days => ${daysAgo})`;
  const { id } = await db
    .insertInto('conversations')
    .values({
      listingId,
      listingTitle: 'Oak table',
      buyerId: buyer.id,
      sellerId,
      lastSeq: 2,
      createdAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('conversationParticipants')
    .values([
      { conversationId: id, userId: sellerId, otherId: buyer.id, lastMessageAt: at },
      { conversationId: id, userId: buyer.id, otherId: sellerId, lastMessageAt: at },
    ])
    .execute();
  const message = { conversationId: id, content: 'Hello' };
  const asker = first === 'buyer' ? buyer.id : sellerId;
  await db
    .insertInto('messages')
    .values({ ...message, seq: '1', senderId: asker, clientId: randomUUID(), createdAt: at })
    .execute();
  const about = { buyerId: buyer.id, listingId };
  if (minutes === null) return about;
  await db
    .insertInto('messages')
    .values({
      ...message,
      seq: '2',
      senderId: sellerId,
      clientId: randomUUID(),
      createdAt: sql<Date>`now() - make_interval(days => ${daysAgo}) + make_interval(mins => ${minutes})`,
    })
    .execute();
  return about;
}

const replyTimeOf = async (id: string) => (await getProfile(database.db, id)).replyTime;

it.each([
  [[10, 50, 3000], 'within an hour'],
  [[10, 90, 3000], 'within a few hours'],
  [[10, 1400, 3000], 'within a day'],
  [[10, 2000, 3000], null],
  [[10, null, null], null],
  [[10, 20, null], null],
  [[10, 20, 30, null, null], 'within an hour'],
  [[10, 20, 30, null, null, null, null], null],
  [[10, 20], null],
])('shows for answers after %j minutes: %s', async (answers, expected) => {
  const { id } = await createTestUser(database.db);
  for (const minutes of answers) await converse(id, { daysAgo: 5, minutes });
  expect(await replyTimeOf(id)).toBe(expected);
});

it('uses the newest twenty conversations of 90 days in which the buyer wrote first', async () => {
  const { id } = await createTestUser(database.db);
  for (const daysAgo of [100, 100, 100]) await converse(id, { daysAgo, minutes: 5 });
  for (const daysAgo of [3, 3, 3]) await converse(id, { daysAgo, minutes: 5, first: 'seller' });
  await converse(id, { daysAgo: 0, minutes: null });
  expect(await replyTimeOf(id)).toBeNull();
  for (let at = 0; at < 11; at++) await converse(id, { daysAgo: 2, minutes: 120 });
  for (let at = 0; at < 20; at++) await converse(id, { daysAgo: 60, minutes: 5 });
  expect(await replyTimeOf(id)).toBe('within a few hours');
});

it('counts the listings that are visible to everyone', async () => {
  const { db } = database;
  const { id } = await createTestUser(db);
  await createTestListing(db, id);
  await createTestListing(db, id, { isActive: false });
  await createTestListing(db, id, { deletedAt: new Date() });
  expect((await getProfile(db, id)).activeListings).toBe(1);
});

it('counts the paid sales that were not refunded', async () => {
  const { db } = database;
  const seller = await createTestUser(db);
  const buyer = await createTestUser(db);
  const listingId = await createTestListing(db, seller.id);
  const order = { listingId, sellerId: seller.id, buyerId: buyer.id, title: 'Oak table' };
  const amounts = { delivery: 'pickup', price: '120.00', shipping: '0.00', total: '120.00' };
  const capturedAt = new Date();
  for (const state of [
    { state: 'captured', capturedAt },
    { state: 'captured', capturedAt },
    { state: 'refunded', capturedAt },
    { state: 'approved' },
  ]) {
    await db
      .insertInto('orders')
      .values({ ...order, ...amounts, ...state, paypalOrderId: randomUUID() })
      .execute();
  }
  expect(await getProfile(db, seller.id)).toMatchObject({ sales: 2, verifiedReviews: 0 });
  expect(await getProfile(db, buyer.id)).toMatchObject({ sales: 0 });
});

it('counts the public reviews of people with whom the seller has messaged', async () => {
  const { db } = database;
  const { id: sellerId } = await createTestUser(db);
  const review = async (about: { buyerId: string; listingId: string }, state = 'public') => {
    const { buyerId: reviewerId, listingId } = about;
    const values = { sellerId, reviewerId, listingId, rating: 5, state };
    await db.insertInto('reviews').values(values).execute();
  };
  await review(await converse(sellerId, { daysAgo: 200, minutes: 5 }));
  await review(await converse(sellerId, { daysAgo: 1, minutes: 5 }));
  await review(await converse(sellerId, { daysAgo: 1, minutes: null }));
  await review(await converse(sellerId, { daysAgo: 1, minutes: 5 }), 'held');
  await review({
    buyerId: (await createTestUser(db)).id,
    listingId: await createTestListing(db, sellerId),
  });
  expect((await getProfile(db, sellerId)).verifiedReviews).toBe(2);
});

it('counts hand-overs with a code as sales, and reviews by sellers separately', async () => {
  const { db } = database;
  const seller = await createTestUser(db);
  const about = async (sale: { verified: boolean; undoneAt?: Date }) => {
    const { buyerId, listingId } = await converse(seller.id, { daysAgo: 1, minutes: null });
    const { id: conversationId } = await db
      .selectFrom('conversations')
      .select('id')
      .where('listingId', '=', listingId)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('sales')
      .values({ listingId, conversationId, ...sale })
      .execute();
    return { buyerId, listingId };
  };
  const { buyerId, listingId } = await about({ verified: true });
  await about({ verified: false });
  await about({ verified: true, undoneAt: new Date() });
  const review = { listingId, rating: 5, state: 'public' };
  await db
    .insertInto('reviews')
    .values([
      { ...review, sellerId: seller.id, reviewerId: buyerId },
      { ...review, sellerId: buyerId, reviewerId: seller.id, about: 'buyer' },
    ])
    .execute();
  expect(await getProfile(db, seller.id)).toMatchObject({
    sales: 1,
    verifiedReviews: 1,
    reviewsAsBuyer: 0,
  });
  expect(await getProfile(db, buyerId)).toMatchObject({ verifiedReviews: 0, reviewsAsBuyer: 1 });
});

it('shows missed meetups of 60 days if there are at least two', async () => {
  const { db } = database;
  const { id: sellerId } = await createTestUser(db);
  const miss = async (daysAgo: number) => {
    const { buyerId, listingId } = await converse(sellerId, { daysAgo: 1, minutes: null });
    await sql`
      insert into meetups (conversation_id, proposed_by, place, starts_at, status, missed_by)
      select id, ${buyerId}, 'Library', now() - make_interval(days => ${daysAgo}), 'missed', ${sellerId}
      from conversations where listing_id = ${listingId}`.execute(db);
  };
  const shown = async () => (await getProfile(db, sellerId)).missedMeetups;
  await miss(61);
  await miss(3);
  expect(await shown()).toBe(0);
  await miss(59);
  expect(await shown()).toBe(2);
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import { createTestListing } from '../messaging/messaging.fixtures.ts';
import { getProfile } from './users.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** A conversation that the buyer began so many days ago; `replies`: minutes after, or never. */
async function converse(
  sellerId: string,
  {
    daysAgo,
    minutes,
    first = 'buyer',
  }: { daysAgo: number; minutes: number | null; first?: string },
): Promise<void> {
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
  if (minutes === null) return;
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
}

const replyTimeOf = async (id: string) => (await getProfile(database.db, id)).replyTime;

it.each([
  [[10, 50, 3000], 'within an hour'],
  [[10, 90, 3000], 'within a few hours'],
  [[10, 1400, 3000], 'within a day'],
  [[10, 2000, 3000], null],
  [[10, null, null], null],
  [[10, 20, null], 'within an hour'],
  [[10, 20], null],
])('tells of answers after %j minutes', async (answers, expected) => {
  const { id } = await createTestUser(database.db);
  for (const minutes of answers) await converse(id, { daysAgo: 5, minutes });
  expect(await replyTimeOf(id)).toBe(expected);
});

it('looks at the newest twenty of 90 days in which the buyer wrote first', async () => {
  const { id } = await createTestUser(database.db);
  for (const daysAgo of [100, 100, 100]) await converse(id, { daysAgo, minutes: 5 });
  for (const daysAgo of [3, 3, 3]) await converse(id, { daysAgo, minutes: 5, first: 'seller' });
  await converse(id, { daysAgo: 0, minutes: null });
  expect(await replyTimeOf(id)).toBeNull();
  for (let at = 0; at < 11; at++) await converse(id, { daysAgo: 2, minutes: 120 });
  for (let at = 0; at < 20; at++) await converse(id, { daysAgo: 60, minutes: 5 });
  expect(await replyTimeOf(id)).toBe('within a few hours');
});

it('counts the listings that everybody sees', async () => {
  const { db } = database;
  const { id } = await createTestUser(db);
  await createTestListing(db, id);
  await createTestListing(db, id, { isActive: false });
  await createTestListing(db, id, { deletedAt: new Date() });
  expect((await getProfile(db, id)).activeListings).toBe(1);
});

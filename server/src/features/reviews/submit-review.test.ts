import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { queuedMails } from '../../test/mail.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { createTestUser } from '../../test/users.ts';
import { createTestListing, messagingOf } from '../messaging/messaging.fixtures.ts';
import { unsubscribe } from '../notifications/unsubscribe.ts';
import { findWrongRatings, leave, reviewsOf } from './reviews.fixtures.ts';

let database: TestDatabase;
let server: TestServer;
let seller: Session['user'];
let buyer: Session['user'];
let listingId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  seller = await createTestUser(database.db);
  buyer = await createTestUser(database.db, { firstName: 'Ada', lastName: 'Byron' });
  listingId = await createTestListing(database.db, seller.id);
});

interface Words {
  sellerId?: string;
  listingId?: string;
  rating?: number;
  comment?: string;
}

const submit = (words: Words = {}, by = buyer) =>
  reviewsOf(server.parts, by).submit({ sellerId: seller.id, listingId, rating: 4, ...words });
const ofSeller = () => reviewsOf(server.parts, buyer).ofSeller({ sellerId: seller.id });

async function ratingOf(user: Session['user']) {
  return database.db
    .selectFrom('users')
    .select(['ratingSum', 'ratingCount'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
}

/** What a refusal must leave as it is. */
async function expectNothingStored(): Promise<void> {
  expect(await ratingOf(seller)).toEqual({ ratingSum: 0, ratingCount: 0 });
  const reviews = await database.db
    .selectFrom('reviews')
    .select('id')
    .where('sellerId', '=', seller.id)
    .execute();
  expect(reviews).toEqual([]);
  expect(await newsOf(seller)).toEqual([]);
}

async function newsOf(user: Session['user']) {
  return database.db
    .selectFrom('notifications')
    .select(['type', 'groupKey', 'count', 'data'])
    .where('userId', '=', user.id)
    .execute();
}

describe('a review', () => {
  it('is stored, counted, and shown as it was written', async () => {
    const review = await submit({ rating: 5, comment: '  Kind.\nOn time.  ' });
    expect(review).toMatchObject({
      rating: 5,
      comment: 'Kind.\nOn time.',
      editedAt: null,
      reviewer: { displayName: 'Ada Byron' },
      reply: null,
    });
    expect((await ofSeller()).items).toEqual([review]);
    expect(await ratingOf(seller)).toEqual({ ratingSum: 5, ratingCount: 1 });
  });

  it('replaces what the same person said about the same listing, at its place', async () => {
    const first = await submit({ rating: 1, comment: 'Late.' });
    await submit({}, await createTestUser(database.db));
    const second = await submit({ rating: 4 });
    expect(second).toMatchObject({ id: first.id, rating: 4, comment: null });
    expect(second.createdAt).toBe(first.createdAt);
    expect(second.editedAt).not.toBeNull();
    const { items } = await ofSeller();
    expect(items.map((item) => item.id)).toContain(first.id);
    expect(items).toHaveLength(2);
    expect(await ratingOf(seller)).toEqual({ ratingSum: 8, ratingCount: 2 });
  });

  it('sent twice as it is changes nothing and tells of nothing', async () => {
    const first = await submit({ comment: 'Kind.' });
    expect(await submit({ comment: 'Kind. ' })).toEqual(first);
    expect(await newsOf(seller)).toMatchObject([{ count: 1 }]);
  });

  it('counts for each listing of a seller by itself', async () => {
    await submit({ rating: 5 });
    await submit({ rating: 2, listingId: await createTestListing(database.db, seller.id) });
    expect(await ratingOf(seller)).toEqual({ ratingSum: 7, ratingCount: 2 });
  });

  it('takes 500 characters, each emoji as one, and an empty comment as none', async () => {
    const emoji = '🪑'.repeat(500);
    expect((await submit({ comment: emoji })).comment).toBe(emoji);
    expect((await submit({ comment: ' \n ' })).comment).toBeNull();
  });

  it.each([
    [{ rating: 0 }, 'rating'],
    [{ rating: 6 }, 'rating'],
    [{ rating: 3.5 }, 'rating'],
    [{ comment: 'a'.repeat(501) }, 'comment'],
    [{ comment: 'a\0b' }, 'comment'],
  ])('is refused with %j', async (words, path) => {
    const refusal = await submit(words).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ path: [path] }] } });
    await expectNothingStored();
  });

  it('of oneself is refused, naming the seller', async () => {
    for (const sellerId of [seller.id, seller.id.toUpperCase()]) {
      await expect(submit({ sellerId }, seller)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { issues: [{ path: 'sellerId', message: 'You cannot rate yourself.' }] },
      });
    }
    await expectNothingStored();
  });

  it('about a listing of somebody else is refused, naming the listing', async () => {
    const other = await createTestListing(database.db, (await createTestUser(database.db)).id);
    await expect(submit({ listingId: other })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: 'listingId' }] },
    });
    const own = await createTestListing(database.db, buyer.id);
    await expect(submit({ listingId: own })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expectNothingStored();
  });

  it('of nobody, of somebody who left, and about no listing is not found', async () => {
    const gone = await createTestUser(database.db, { deactivatedAt: new Date() });
    for (const sellerId of ['nobody', randomUUID(), gone.id]) {
      await expect(submit({ sellerId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    for (const unknown of ['nothing', randomUUID()]) {
      await expect(submit({ listingId: unknown })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expectNothingStored();
  });

  it.each([
    ['deleted', { deletedAt: new Date() }],
    ['hidden', { isActive: false }],
  ])('about a %s listing is for those who wrote about it', async (_state, values) => {
    const { db } = database;
    await messagingOf(server.parts, buyer).openConversation({ listingId });
    await db.updateTable('listings').set(values).where('id', '=', listingId).execute();
    const stranger = await createTestUser(db);
    await expect(submit({}, stranger)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Listing not found',
    });
    await expectNothingStored();
    expect(await submit()).toMatchObject({ rating: 4 });
  });

  it('may be changed by its author when the listing is gone', async () => {
    await submit();
    await database.db
      .updateTable('listings')
      .set({ deletedAt: new Date() })
      .where('id', '=', listingId)
      .execute();
    expect(await submit({ rating: 2 })).toMatchObject({ rating: 2 });
  });

  it('is refused after 30 in a day', async () => {
    const hasty = await createTestUser(database.db);
    for (let rating = 0; rating < 30; rating += 1) await submit({ rating: 5 }, hasty);
    await expect(submit({}, hasty)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'You can submit 30 reviews a day. Please try again in 24 hours.',
    });
  });

  it('stays without a name, and counted, when its author leaves', async () => {
    await submit({ rating: 2 });
    await leave(database.db, buyer.id);
    expect((await ofSeller()).items[0]?.reviewer.displayName).toBe('Deleted user');
    expect(await ratingOf(seller)).toEqual({ ratingSum: 2, ratingCount: 1 });
  });
});

describe('the seller', () => {
  it('is told at once, in one entry for all that is unread', async () => {
    await submit({ rating: 5, comment: 'Kind.' });
    await submit({ rating: 3 }, await createTestUser(database.db, { firstName: 'Cy' }));
    expect(await newsOf(seller)).toMatchObject([
      { type: 'review', count: 2, data: { sellerId: seller.id, name: 'Cy', rating: 3 } },
    ]);
  });

  it('gets a mail of a first review, and none of its changes', async () => {
    await submit({ rating: 5, comment: 'Kind <b>and</b> on time.' });
    await submit({ rating: 4, comment: 'Changed.' });
    const mails = await queuedMails(server.parts, seller.email);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.subject).toBe('Ada Byron rated you 5 of 5');
    expect(mail?.text).toContain('    Kind <b>and</b> on time.');
    expect(mail?.html).toContain('Kind &lt;b&gt;and&lt;/b&gt; on time.');
    expect(mail?.text).toContain(`/users/${seller.id}`);
    expect(mail?.text + (mail?.html ?? '')).not.toContain(buyer.email);
  });

  it('gets no mail once they have unsubscribed, by the link in one', async () => {
    await submit();
    const [mail] = await queuedMails(server.parts, seller.email);
    const token = new URL(mail?.unsubscribeUrl ?? '').searchParams.get('token') ?? '';
    await unsubscribe(server.parts, token);
    await submit({}, await createTestUser(database.db));
    expect(await queuedMails(server.parts, seller.email)).toHaveLength(1);
    expect(await newsOf(seller)).toMatchObject([{ count: 2 }]);
    const settings = await database.db
      .selectFrom('users')
      .select(['mailMessages', 'mailReviews'])
      .where('id', '=', seller.id)
      .executeTakeFirst();
    expect(settings).toEqual({ mailMessages: true, mailReviews: false });
  });

  it('hears nothing of a review by somebody they block, which counts all the same', async () => {
    await messagingOf(server.parts, seller).block({ userId: buyer.id });
    await submit({ rating: 1 });
    expect(await newsOf(seller)).toEqual([]);
    expect(await queuedMails(server.parts, seller.email)).toEqual([]);
    expect(await ratingOf(seller)).toEqual({ ratingSum: 1, ratingCount: 1 });
  });
});

describe('one’s own review', () => {
  it('is found by its listing', async () => {
    const mine = (id: string) => reviewsOf(server.parts, buyer).mine({ listingId: id });
    expect(await mine(listingId)).toBeNull();
    expect(await mine('nothing')).toBeNull();
    const review = await submit();
    expect(await mine(listingId)).toEqual(review);
  });

  it('can be deleted, and is counted no more', async () => {
    const review = await submit({ rating: 1 });
    await submit({ rating: 5 }, await createTestUser(database.db));
    await reviewsOf(server.parts, buyer).remove({ reviewId: review.id });
    expect(await ratingOf(seller)).toEqual({ ratingSum: 5, ratingCount: 1 });
    expect((await ofSeller()).items.map((item) => item.id)).not.toContain(review.id);
    const again = reviewsOf(server.parts, buyer).remove({ reviewId: review.id });
    await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is nobody else’s to delete, not even the seller’s', async () => {
    const { id } = await submit();
    for (const by of [seller, await createTestUser(database.db)]) {
      const removal = reviewsOf(server.parts, by).remove({ reviewId: id });
      await expect(removal).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect((await ofSeller()).items).toHaveLength(1);
  });
});

it('after all of this every stored rating is what the reviews say', async () => {
  expect(await findWrongRatings(database.db)).toEqual([]);
});

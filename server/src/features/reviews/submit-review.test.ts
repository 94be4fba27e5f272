import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import { queuedMails } from '../../test/mail.ts';
import { createTestUser } from '../../test/users.ts';
import { peopleOf } from '../account/account.fixtures.ts';
import { createTestListing, messagingOf } from '../messaging/messaging.fixtures.ts';
import { unsubscribe } from '../notifications/preferences.ts';
import { findWrongRatings, leave, reviewsOf, reviewsWorld } from './reviews.fixtures.ts';

const world = reviewsWorld();

interface Words {
  sellerId?: string;
  listingId?: string;
  rating?: number;
  comment?: string;
}

const submit = (words: Words = {}, by = world.buyer) =>
  reviewsOf(world.ctx, by).submit({
    sellerId: world.seller.id,
    listingId: world.listingId,
    rating: 4,
    ...words,
  });
const ofSeller = () => reviewsOf(world.ctx, world.buyer).ofSeller({ sellerId: world.seller.id });

async function ratingOf(user: Session['user']) {
  return world.db
    .selectFrom('users')
    .select(['ratingSum', 'ratingCount'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
}

async function expectNothingStored(): Promise<void> {
  expect(await ratingOf(world.seller)).toEqual({ ratingSum: 0, ratingCount: 0 });
  const reviews = await world.db
    .selectFrom('reviews')
    .select('id')
    .where('sellerId', '=', world.seller.id)
    .execute();
  expect(reviews).toEqual([]);
  expect(await storedNotifications(world.seller)).toEqual([]);
}

async function storedNotifications(user: Session['user']) {
  return world.db
    .selectFrom('notifications')
    .select(['type', 'groupKey', 'count', 'data'])
    .where('userId', '=', user.id)
    .execute();
}

describe('a review', () => {
  it('is stored, counted, and visible as written', async () => {
    const review = await submit({ rating: 5, comment: '  Kind.\nOn time.  ' });
    expect(review).toMatchObject({
      rating: 5,
      comment: 'Kind.\nOn time.',
      editedAt: null,
      reviewer: { displayName: 'Ada Byron' },
      reply: null,
    });
    expect((await ofSeller()).items).toEqual([review]);
    expect(await ratingOf(world.seller)).toEqual({ ratingSum: 5, ratingCount: 1 });
  });

  it('replaces the same author’s review of the same listing, and keeps its date', async () => {
    const first = await submit({ rating: 1, comment: 'Late.' });
    await submit({}, await createTestUser(world.db));
    const second = await submit({ rating: 4 });
    expect(second).toMatchObject({ id: first.id, rating: 4, comment: null });
    expect(second.createdAt).toBe(first.createdAt);
    expect(second.editedAt).not.toBeNull();
    const { items } = await ofSeller();
    expect(items.map((item) => item.id)).toContain(first.id);
    expect(items).toHaveLength(2);
    expect(await ratingOf(world.seller)).toEqual({ ratingSum: 8, ratingCount: 2 });
  });

  it('changes nothing and notifies nobody when sent twice', async () => {
    const first = await submit({ comment: 'Kind.' });
    expect(await submit({ comment: 'Kind. ' })).toEqual(first);
    expect(await storedNotifications(world.seller)).toMatchObject([{ count: 1 }]);
  });

  it('counts separately for each listing of a seller after a conversation', async () => {
    await peopleOf(world.ctx).talk(world.buyer, world.seller);
    await submit({ rating: 5 });
    await submit({ rating: 2, listingId: await createTestListing(world.db, world.seller.id) });
    expect(await ratingOf(world.seller)).toEqual({ ratingSum: 7, ratingCount: 2 });
  });

  it('may have 500 characters, counts an emoji as one, and stores a blank comment as null', async () => {
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

  it('of yourself is refused with an error for `sellerId`', async () => {
    for (const sellerId of [world.seller.id, world.seller.id.toUpperCase()]) {
      await expect(submit({ sellerId }, world.seller)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        cause: { issues: [{ path: 'sellerId', message: "You can't rate yourself." }] },
      });
    }
    await expectNothingStored();
  });

  it('about another seller’s listing is refused with an error for `listingId`', async () => {
    const other = await createTestListing(world.db, (await createTestUser(world.db)).id);
    await expect(submit({ listingId: other })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: 'listingId' }] },
    });
    const own = await createTestListing(world.db, world.buyer.id);
    await expect(submit({ listingId: own })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expectNothingStored();
  });

  it('gets NOT_FOUND for an unknown or deactivated seller and an unknown listing', async () => {
    const gone = await createTestUser(world.db, { deactivatedAt: new Date() });
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
  ])(
    'about a %s listing is allowed only to people with a conversation about it',
    async (_state, values) => {
      const { db, listingId } = world;
      await messagingOf(world.ctx, world.buyer).openConversation({ listingId });
      await db.updateTable('listings').set(values).where('id', '=', listingId).execute();
      const stranger = await createTestUser(db);
      await expect(submit({}, stranger)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'Listing not found',
      });
      await expectNothingStored();
      expect(await submit()).toMatchObject({ rating: 4 });
    },
  );

  it('can be changed by its author after the listing is deleted', async () => {
    await submit();
    await world.db
      .updateTable('listings')
      .set({ deletedAt: new Date() })
      .where('id', '=', world.listingId)
      .execute();
    expect(await submit({ rating: 2 })).toMatchObject({ rating: 2 });
  });

  it('is refused after 30 in a day', async () => {
    const hasty = await createTestUser(world.db);
    for (let rating = 0; rating < 30; rating += 1) await submit({ rating: 5 }, hasty);
    await expect(submit({}, hasty)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'You can submit 30 reviews a day. Please try again in 24 hours.',
    });
  });

  it('stays without a name, and counts, when its author leaves after a conversation', async () => {
    await peopleOf(world.ctx).talk(world.buyer, world.seller);
    await submit({ rating: 2 });
    await leave(world.ctx, world.buyer);
    expect((await ofSeller()).items[0]?.reviewer.displayName).toBe('Deleted user');
    expect(await ratingOf(world.seller)).toEqual({ ratingSum: 2, ratingCount: 1 });
  });

  it('is removed with its author if the two have not talked', async () => {
    await submit({ rating: 2 });
    await submit({ rating: 5 }, await createTestUser(world.db));
    await leave(world.ctx, world.buyer);
    expect((await ofSeller()).items).toMatchObject([{ rating: 5 }]);
    expect(await ratingOf(world.seller)).toEqual({ ratingSum: 5, ratingCount: 1 });
  });
});

describe('the seller', () => {
  it('is notified at once, with one entry for all unread reviews', async () => {
    await submit({ rating: 5, comment: 'Kind.' });
    await submit({ rating: 3 }, await createTestUser(world.db, { firstName: 'Cy' }));
    expect(await storedNotifications(world.seller)).toMatchObject([
      { type: 'review', count: 2, data: { sellerId: world.seller.id, name: 'Cy', rating: 3 } },
    ]);
  });

  it('gets an email about a first review, and none about its changes', async () => {
    await submit({ rating: 5, comment: 'Kind <b>and</b> on time.' });
    await submit({ rating: 4, comment: 'Changed.' });
    const mails = await queuedMails(world.ctx, world.seller.email);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.subject).toBe('Ada Byron rated you 5 of 5');
    expect(mail?.text).toContain('    Kind <b>and</b> on time.');
    expect(mail?.html).toContain('Kind &lt;b&gt;and&lt;/b&gt; on time.');
    expect(mail?.text).toContain(`/users/${world.seller.id}`);
    expect(mail?.text + (mail?.html ?? '')).not.toContain(world.buyer.email);
  });

  it('gets no email after unsubscribing by the link in one', async () => {
    await submit();
    const [mail] = await queuedMails(world.ctx, world.seller.email);
    const token = new URL(mail?.unsubscribeUrl ?? '').searchParams.get('token') ?? '';
    await unsubscribe(world.ctx, token);
    await submit({}, await createTestUser(world.db));
    expect(await queuedMails(world.ctx, world.seller.email)).toHaveLength(1);
    expect(await storedNotifications(world.seller)).toMatchObject([{ count: 2 }]);
    const settings = await world.db
      .selectFrom('users')
      .select(['mailMessages', 'mailReviews'])
      .where('id', '=', world.seller.id)
      .executeTakeFirst();
    expect(settings).toEqual({ mailMessages: true, mailReviews: false });
  });

  it('is not notified of a review by a user they block, which counts nevertheless', async () => {
    await messagingOf(world.ctx, world.seller).block({ userId: world.buyer.id });
    await submit({ rating: 1 });
    expect(await storedNotifications(world.seller)).toEqual([]);
    expect(await queuedMails(world.ctx, world.seller.email)).toEqual([]);
    expect(await ratingOf(world.seller)).toEqual({ ratingSum: 1, ratingCount: 1 });
  });
});

describe('your own review', () => {
  it('is found by its listing', async () => {
    const mine = (id: string) => reviewsOf(world.ctx, world.buyer).mine({ listingId: id });
    expect(await mine(world.listingId)).toBeNull();
    expect(await mine('nothing')).toBeNull();
    const review = await submit();
    expect(await mine(world.listingId)).toEqual(review);
  });

  it('can be deleted, and no longer counts', async () => {
    const review = await submit({ rating: 1 });
    await submit({ rating: 5 }, await createTestUser(world.db));
    await reviewsOf(world.ctx, world.buyer).remove({ reviewId: review.id });
    expect(await ratingOf(world.seller)).toEqual({ ratingSum: 5, ratingCount: 1 });
    expect((await ofSeller()).items.map((item) => item.id)).not.toContain(review.id);
    const again = reviewsOf(world.ctx, world.buyer).remove({ reviewId: review.id });
    await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('cannot be deleted by anyone else, not even by the seller', async () => {
    const { id } = await submit();
    for (const by of [world.seller, await createTestUser(world.db)]) {
      const removal = reviewsOf(world.ctx, by).remove({ reviewId: id });
      await expect(removal).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect((await ofSeller()).items).toHaveLength(1);
  });
});

it('keeps every stored rating equal to the reviews', async () => {
  expect(await findWrongRatings(world.db)).toEqual([]);
});

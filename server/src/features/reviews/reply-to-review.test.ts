import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { ReviewView } from '@marketplace/shared/reviews/schemas';
import type { Session } from '../../context.ts';
import { queuedMails } from '../../test/mail.ts';
import { createTestUser } from '../../test/users.ts';
import { peopleOf } from '../account/account.fixtures.ts';
import { createTestListing, messagingOf } from '../messaging/messaging.fixtures.ts';
import { leave, reviewsOf, reviewsWorld } from './reviews.fixtures.ts';

const world = reviewsWorld({ firstName: 'Sal' });
let review: ReviewView;

beforeEach(async () => {
  const { ctx, seller, buyer, listingId } = world;
  const words = { sellerId: seller.id, listingId, rating: 3, comment: 'Fair.' };
  review = await reviewsOf(ctx, buyer).submit(words);
});

const reply = (text: string, by = world.seller, reviewId = review.id) =>
  reviewsOf(world.ctx, by).reply({ reviewId, reply: text });

async function storedNotifications(user: Session['user']) {
  return world.db
    .selectFrom('notifications')
    .select(['type', 'count', 'data'])
    .where('userId', '=', user.id)
    .execute();
}

it('publishes the seller’s reply and notifies the reviewer', async () => {
  const replied = await reply('  Thank you.  ');
  expect(replied).toMatchObject({ id: review.id, reply: 'Thank you.', editedAt: null });
  expect(replied.repliedAt).not.toBeNull();
  const data = { sellerId: world.seller.id, name: 'Sal', reply: 'Thank you.' };
  expect(await storedNotifications(world.buyer)).toEqual([{ type: 'reply', count: 1, data }]);
  const [mail] = await queuedMails(world.ctx, world.buyer.email);
  expect(mail?.subject).toBe('Sal replied to your review');
  expect(mail?.text).toContain('    Thank you.');
  expect(mail?.unsubscribeUrl).toContain('/unsubscribe?token=');
});

it('replaces a changed reply without a second notification', async () => {
  const first = await reply('Thank you.');
  const second = await reply('Thank you, Ada.');
  expect(second.reply).toBe('Thank you, Ada.');
  expect(Date.parse(second.repliedAt ?? '')).toBeGreaterThanOrEqual(
    Date.parse(first.repliedAt ?? ''),
  );
  expect(await storedNotifications(world.buyer)).toMatchObject([{ count: 1 }]);
  expect(await queuedMails(world.ctx, world.buyer.email)).toHaveLength(1);
});

it('keeps the reply when the author changes the review', async () => {
  await reply('Thank you.');
  const { listingId } = review;
  const words = { sellerId: world.seller.id, listingId, rating: 5 };
  expect(await reviewsOf(world.ctx, world.buyer).submit(words)).toMatchObject({
    rating: 5,
    reply: 'Thank you.',
  });
});

it('accepts a reply only from the seller, to an existing review, with 1 to 500 characters', async () => {
  for (const by of [world.buyer, await createTestUser(world.db)]) {
    await expect(reply('Hm.', by)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
  for (const reviewId of ['nothing', randomUUID()]) {
    await expect(reply('Hm.', world.seller, reviewId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  for (const text of ['  ', 'a'.repeat(501)]) {
    await expect(reply(text)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  }
  const { items } = await reviewsOf(world.ctx, world.buyer).ofSeller({
    sellerId: world.seller.id,
  });
  expect(items).toEqual([review]);
  expect(await storedNotifications(world.buyer)).toEqual([]);
  expect((await reply('🪑'.repeat(500))).reply).toHaveLength(1000);
});

it('does not notify a reviewer who has left or who blocks the seller', async () => {
  await messagingOf(world.ctx, world.buyer).block({ userId: world.seller.id });
  await reply('Thank you.');
  expect(await storedNotifications(world.buyer)).toEqual([]);
  expect(await queuedMails(world.ctx, world.buyer.email)).toEqual([]);
  const other = await createTestUser(world.db);
  const listingId = await createTestListing(world.db, world.seller.id);
  const words = { sellerId: world.seller.id, listingId, rating: 3 };
  await peopleOf(world.ctx).talk(other, world.seller);
  const second = await reviewsOf(world.ctx, other).submit(words);
  await leave(world.ctx, other);
  expect(await reply('Bye.', world.seller, second.id)).toMatchObject({ reply: 'Bye.' });
  expect(await storedNotifications(other)).toEqual([]);
});

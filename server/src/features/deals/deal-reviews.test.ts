import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { queuedMails } from '../../test/mail.ts';
import { addressOf, createTestUser } from '../../test/users.ts';
import { contextOfUser } from '../../test/context.ts';
import { createCallerFactory } from '../../trpc.ts';
import type { Session } from '../../context.ts';
import { adminOf, createTestAdmin } from '../admin/admin.fixtures.ts';
import { createTestListing, draft, messagingOf } from '../messaging/messaging.fixtures.ts';
import { openCaseOf, reportAs } from '../moderation/moderation.fixtures.ts';
import { findWrongRatings, leave, reviewsOf, reviewsWorld } from '../reviews/reviews.fixtures.ts';
import { addSignIn } from '../standing/standing.fixtures.ts';
import { getProfile } from '../account/profile.ts';
import { dealsRouter } from './deals.router.ts';
import { releaseReviews } from './release-reviews.ts';

const world = reviewsWorld({ firstName: 'Sam' });
let conversationId: string;

const createDealsCaller = createCallerFactory(dealsRouter);
/** Calls from a different network for each user, so that no two look like one person. */
const dealsOf = (user: Session['user']) =>
  createDealsCaller(contextOfUser(world.ctx, user, { ip: addressOf(user) }));

beforeEach(async () => {
  const { listingId, ctx, buyer } = world;
  conversationId = (await messagingOf(ctx, buyer).openConversation({ listingId })).id;
});

const sell = () => dealsOf(world.seller).markSold({ listingId: world.listingId, conversationId });

async function handOver(): Promise<void> {
  const { code } = await dealsOf(world.buyer).handoverCode({ conversationId });
  await dealsOf(world.seller).confirmHandover({ conversationId, code });
}

const write = (by: Session['user'], rating = 5, comment = 'Prompt') =>
  dealsOf(by).review({ dealId: conversationId, rating, comment });

const reviewsIn = async (by: Session['user']) =>
  (await dealsOf(by).forConversation({ conversationId })).reviews;

const listOf = async (user: Session['user'], about: 'seller' | 'buyer') =>
  (await reviewsOf(world.ctx, world.buyer).ofSeller({ sellerId: user.id, about })).items;

const letDaysPass = (days: number) =>
  sql`update reviews set release_at = release_at - make_interval(days => ${days})
    where release_at is not null`.execute(world.db);

describe('a review of a deal', () => {
  it('is sealed until both people have written, and then both reviews are published', async () => {
    const { seller, buyer } = world;
    await handOver();
    expect(await reviewsIn(buyer)).toMatchObject({ canWrite: true, mine: null });
    const sealed = await write(buyer, 4, 'Fair');
    expect(sealed).toMatchObject({
      canWrite: false,
      mine: { rating: 4, comment: 'Fair' },
      theirs: null,
      releasedAt: null,
    });
    expect(Date.parse(sealed.showsAt ?? '')).toBeGreaterThan(Date.now());
    expect(await reviewsIn(seller)).toMatchObject({ canWrite: true, mine: null, theirs: null });
    expect(await listOf(seller, 'seller')).toEqual([]);
    expect(await reviewsOf(world.ctx, buyer).mine({ listingId: world.listingId })).toBeNull();

    const published = await write(seller, 5, 'Friendly');
    expect(published).toMatchObject({ theirs: { rating: 4 }, mine: { rating: 5 }, showsAt: null });
    expect(published.releasedAt).not.toBeNull();
    const mark = { verifiedHandover: true, state: 'public' };
    expect(await listOf(seller, 'seller')).toMatchObject([
      { ...mark, rating: 4, about: 'seller', reviewer: { id: buyer.id } },
    ]);
    expect(await listOf(buyer, 'buyer')).toMatchObject([
      { ...mark, rating: 5, about: 'buyer', reviewer: { id: seller.id } },
    ]);
    expect(await listOf(buyer, 'seller')).toEqual([]);
    expect(await findWrongRatings(world.db)).toEqual([]);
    const rating = { sellerRating: 4, sellerReviewCount: 1 };
    expect(await getProfile(world.db, seller.id)).toMatchObject(rating);
    expect(await getProfile(world.db, buyer.id)).toMatchObject({ sellerReviewCount: 0 });
  });

  it('is published without the other one after seven days, with a notification and an email', async () => {
    await handOver();
    await write(world.buyer, 3);
    await releaseReviews(world.ctx);
    expect(await listOf(world.seller, 'seller')).toEqual([]);
    await letDaysPass(7);
    await Promise.all([releaseReviews(world.ctx), releaseReviews(world.ctx)]);
    expect(await listOf(world.seller, 'seller')).toMatchObject([{ rating: 3, editedAt: null }]);
    expect(await queuedMails(world.ctx, world.seller.email)).toMatchObject([
      { subject: 'Ada Byron rated you 3 of 5' },
    ]);
    const { rows } = await sql`select count from notifications
      where user_id = ${world.seller.id} and type = 'review'`.execute(world.db);
    expect(rows).toEqual([{ count: 1 }]);
    expect(await findWrongRatings(world.db)).toEqual([]);
    // The other person's later review is published at once.
    expect(await write(world.seller)).toMatchObject({ showsAt: null, theirs: { rating: 3 } });
  });

  it('is published if both people write at the same time', async () => {
    await handOver();
    await Promise.all([write(world.buyer), write(world.seller)]);
    expect(await listOf(world.seller, 'seller')).toHaveLength(1);
    expect(await listOf(world.buyer, 'buyer')).toHaveLength(1);
    expect(await findWrongRatings(world.db)).toEqual([]);
  });

  it('can be written once, after the sale, and only by the two people', async () => {
    await expect(write(world.buyer)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Reviews come after the sale.',
    });
    await sell();
    const results = await Promise.allSettled([write(world.buyer, 3), write(world.buyer, 4)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(write(world.buyer, 2)).rejects.toMatchObject({ code: 'CONFLICT' });
    const edit = reviewsOf(world.ctx, world.buyer).submit({
      sellerId: world.seller.id,
      listingId: world.listingId,
      rating: 1,
    });
    await expect(edit).rejects.toMatchObject({ code: 'CONFLICT' });
    const stranger = await createTestUser(world.db);
    await expect(write(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('replaces an earlier review of the same listing when it is published, and keeps the reply', async () => {
    const { buyer, seller, listingId, ctx } = world;
    const first = await reviewsOf(ctx, buyer).submit({ sellerId: seller.id, listingId, rating: 1 });
    await reviewsOf(ctx, seller).reply({ reviewId: first.id, reply: 'Sorry' });
    await sell();
    await write(buyer, 5);
    expect(await listOf(seller, 'seller')).toMatchObject([{ rating: 1 }]);
    await handOver();
    await write(seller);
    expect(await listOf(seller, 'seller')).toMatchObject([{ rating: 5, reply: 'Sorry' }]);
    expect(await findWrongRatings(world.db)).toEqual([]);
    await reviewsOf(ctx, buyer).submit({ sellerId: seller.id, listingId, rating: 2 });
    expect(await listOf(seller, 'seller')).toMatchObject([{ rating: 2, verifiedHandover: true }]);
    expect(await findWrongRatings(world.db)).toEqual([]);
  });

  it('without a verified hand-over is judged like a review without a deal', async () => {
    const { buyer, seller, listingId, ctx } = world;
    const other = await createTestListing(world.db, seller.id);
    await reviewsOf(ctx, buyer).submit({ sellerId: seller.id, listingId: other, rating: 5 });
    await sell();
    await write(buyer, 5);
    await write(seller);
    const mine = await reviewsOf(ctx, buyer).mine({ listingId });
    expect(mine).toMatchObject({ state: 'uncounted', verifiedHandover: false });
    expect(await findWrongRatings(world.db)).toEqual([]);
  });

  it('is possible after a block, but not about a deleted user', async () => {
    await handOver();
    await messagingOf(world.ctx, world.seller).block({ userId: world.buyer.id });
    await write(world.buyer, 1);
    await leave(world.ctx, world.buyer);
    await expect(write(world.seller)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('undoing the sale', () => {
  it('removes sealed reviews of the sale', async () => {
    await sell();
    await write(world.buyer, 1);
    await dealsOf(world.seller).undoSold({ listingId: world.listingId });
    expect(await reviewsIn(world.buyer)).toMatchObject({ canWrite: false, mine: null });
    await sell();
    expect(await reviewsIn(world.buyer)).toMatchObject({ canWrite: true });
    await write(world.buyer, 2);
    await write(world.seller);
  });

  it('keeps reviews written after a verified hand-over', async () => {
    await handOver();
    await write(world.buyer, 1);
    await dealsOf(world.seller).undoSold({ listingId: world.listingId });
    await letDaysPass(7);
    await releaseReviews(world.ctx);
    expect(await listOf(world.seller, 'seller')).toMatchObject([
      { rating: 1, verifiedHandover: true },
    ]);
  });
});

describe('a no-show', () => {
  it('replaces a review, unless the hand-over took place after all', async () => {
    const buyer = dealsOf(world.buyer);
    const startsAt = new Date(Date.now() + 60_000).toISOString();
    const meetup = { conversationId, place: 'Library', startsAt };
    const { data } = await buyer.proposeMeetup(meetup);
    const meetupId = (data as { meetupId: string }).meetupId;
    await dealsOf(world.seller).respondToMeetup({ meetupId, answer: 'accept' });
    await sql`update meetups set starts_at = now() - interval '1 hour'`.execute(world.db);
    await buyer.meetupStatus({ meetupId, status: 'no-show' });
    await sell();
    expect(await reviewsIn(world.buyer)).toMatchObject({ canWrite: false });
    expect(await reviewsIn(world.seller)).toMatchObject({ canWrite: true });
    await expect(write(world.buyer)).rejects.toMatchObject({ code: 'CONFLICT' });
    await handOver();
    await write(world.buyer);
  });
});

describe('when an account is deleted', () => {
  it('its sealed review is removed', async () => {
    await messagingOf(world.ctx, world.buyer).send({ conversationId, ...draft('Hi') });
    await messagingOf(world.ctx, world.seller).send({ conversationId, ...draft('Hello') });
    await handOver();
    await write(world.buyer);
    await leave(world.ctx, world.buyer);
    const { rows } = await sql`select from reviews where seller_id = ${world.seller.id}`.execute(
      world.db,
    );
    expect(rows).toEqual([]);
    expect(await findWrongRatings(world.db)).toEqual([]);
  });

  it('its published review stays without a name, and ratings stay right', async () => {
    await messagingOf(world.ctx, world.buyer).send({ conversationId, ...draft('Hi') });
    await messagingOf(world.ctx, world.seller).send({ conversationId, ...draft('Hello') });
    await handOver();
    await write(world.buyer);
    await write(world.seller);
    await leave(world.ctx, world.buyer);
    expect(await listOf(world.seller, 'seller')).toMatchObject([
      { reviewer: { displayName: 'Deleted user' } },
    ]);
    expect(await findWrongRatings(world.db)).toEqual([]);
  });
});

it('does not count between linked accounts, even after a hand-over by code', async () => {
  const { db, seller, buyer } = world;
  const browserHash = Buffer.from(seller.id);
  await addSignIn(db, seller, { browserHash });
  await addSignIn(db, buyer, { browserHash });
  await handOver();
  await write(buyer, 5);
  await write(seller, 5);
  const { rows } = await sql<{ state: string }>`select distinct state from reviews
    where ${seller.id} in (seller_id, reviewer_id)`.execute(db);
  expect(rows).toEqual([{ state: 'uncounted' }]);
  expect((await getProfile(db, seller.id)).sellerReviewCount).toBe(0);
  expect(await findWrongRatings(db)).toEqual([]);
});

describe('a moderator', () => {
  it('can remove and restore a review of a buyer, which does not affect ratings', async () => {
    await handOver();
    await write(world.buyer);
    await write(world.seller, 1);
    const [review] = await listOf(world.buyer, 'buyer');
    const targetId = review?.id ?? '';
    await reportAs(world.ctx, world.buyer, { targetType: 'review', targetId });
    const admin = adminOf(world.ctx, await createTestAdmin(world.ctx));
    const caseId = await openCaseOf(world.ctx, targetId);
    await admin.resolveReport({ caseId, decision: 'delete', reason: 'Rude' });
    expect(await listOf(world.buyer, 'buyer')).toEqual([]);
    await admin.undoDecision({ caseId });
    expect(await listOf(world.buyer, 'buyer')).toMatchObject([{ rating: 1 }]);
    expect(await findWrongRatings(world.db)).toEqual([]);
  });
});

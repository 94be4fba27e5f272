import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { ReviewView, submitReviewInput } from '@marketplace/shared/reviews/schemas';
import type { AppContext } from '../../app-context.ts';
import { AppError, assertId, badField, notFound } from '../../errors.ts';
import { perDay } from '../../platform/limiter.ts';
import type { Traces } from '../../platform/traces.ts';
import { notify } from '../notifications/notifications.ts';
import type { Verdict } from '../screening/compile-rules.ts';
import { refusal, refuseScreened, screenReview } from '../screening/screen-texts.ts';
import { lockPeople, lockReviewsBy } from './review-people.ts';
import { judgeReview, openHeldCase } from './judge-review.ts';
import { getReview } from './reviews.ts';
import { mailReply, mailReview } from './review-mail.ts';

/** The limit on reviews, which reviews of deals share. */
export const dailyReviews = perDay('review', 30, 'You can submit {points} reviews a day.');
const dailyReplies = perDay('review-reply', 100, 'You can reply to reviews {points} times a day.');

type NewReview = output<typeof submitReviewInput> & { reviewerId: string; traces: Traces };
type Submission = Omit<NewReview, 'comment'> & { comment: string | null; verdict: Verdict };
type ReviewContext = Pick<AppContext, 'db' | 'limiter' | 'hub' | 'secrets' | 'config' | 'screener'>;

/**
 * Stores a review of a seller about one listing, or replaces the reviewer's earlier one and keeps
 * its reply. Notifies the seller, by email too for a first review, unless they block the reviewer.
 * A held review opens a case instead; an uncounted one is visible only to its author. Throws
 * BAD_REQUEST for oneself and for another's listing, NOT_FOUND for a seller who is gone and a
 * hidden listing without a conversation or review, UNAUTHORIZED, CONFLICT while a review of the
 * deal is sealed, TOO_MANY_REQUESTS.
 */
export async function submitReview(ctx: ReviewContext, input: NewReview): Promise<ReviewView> {
  const { reviewerId } = input;
  const sellerId = input.sellerId.toLowerCase();
  const comment = input.comment || null;
  if (sellerId === reviewerId) throw badField('sellerId', "You can't rate yourself.");
  assertId(sellerId, 'User');
  await ctx.limiter.take(dailyReviews, reviewerId);
  const verdict = await screenReview(ctx, { userId: reviewerId, comment });
  const submission = { ...input, sellerId, comment, verdict };
  const { review, entries, caseId } = await ctx.db.transaction().execute(async (trx) => {
    await lockReviewsBy(trx, reviewerId);
    const people = await lockPeople(trx, [sellerId, reviewerId]);
    const reviewer = people.get(reviewerId);
    const seller = people.get(sellerId);
    if (!reviewer?.isActive) throw new AppError('UNAUTHORIZED', unauthorized);
    if (!seller?.isActive) throw notFound('User');
    const listing = await getReviewable(trx, submission);
    const { id, state, change } = await store(trx, submission);
    const stored = { ...submission, change, seller, reviewer, listing };
    const isNotified = state === 'public' && change !== null;
    const draft = isNotified ? await mailReview({ ...ctx, db: trx }, stored) : null;
    return {
      review: await getReview(trx, id),
      entries: draft ? await notify(trx, draft) : [],
      caseId: state === 'held' && change === 'first' ? await openHeldCase(trx, id, verdict) : null,
    };
  });
  ctx.hub.deliver(entries);
  if (caseId) ctx.hub.admin.publish({ type: 'report', caseId, change: 'reported' });
  return review;
}

/** Deletes a review, even if its seller is gone. Throws NOT_FOUND, FORBIDDEN, UNAUTHORIZED. */
export async function removeReview(
  db: Db,
  { reviewId, userId }: { reviewId: string; userId: string },
): Promise<void> {
  const review = await findReview(db, reviewId);
  if (!review) throw notFound('Review');
  if (review.reviewerId !== userId) {
    throw new AppError('FORBIDDEN', 'You can only delete your own reviews.');
  }
  await db.transaction().execute(async (trx) => {
    const people = await lockPeople(trx, [review.sellerId, userId]);
    if (!people.get(userId)?.isActive) throw new AppError('UNAUTHORIZED', unauthorized);
    const removed = await trx
      .deleteFrom('reviews')
      .where((eb) => eb.and({ id: reviewId, reviewerId: userId }))
      .returning(['rating', 'state', 'about'])
      .executeTakeFirstOrThrow(() => notFound('Review'));
    await updateRating(trx, review.sellerId, { before: removed });
  });
}

/**
 * Stores or replaces the seller's public reply. Notifies the reviewer of the first one. Throws
 * NOT_FOUND, FORBIDDEN for others, UNAUTHORIZED for a seller who is gone, and TOO_MANY_REQUESTS.
 */
export async function replyToReview(
  ctx: ReviewContext,
  { sellerId, reviewId, reply }: { sellerId: string; reviewId: string; reply: string },
): Promise<ReviewView> {
  const found = await findReview(ctx.db, reviewId);
  if (found?.state !== 'public') throw notFound('Review');
  if (found.sellerId !== sellerId) {
    throw new AppError('FORBIDDEN', 'Only the seller can reply to a review.');
  }
  await ctx.limiter.take(dailyReplies, sellerId);
  await refuseScreened(ctx, { userId: sellerId, field: 'reply', text: reply });
  const { review, entries } = await ctx.db.transaction().execute(async (trx) => {
    const people = await lockPeople(trx, [sellerId, found.reviewerId]);
    const seller = people.get(sellerId);
    if (!seller?.isActive) throw new AppError('UNAUTHORIZED', unauthorized);
    const before = await trx
      .selectFrom('reviews')
      .select(['id', 'reviewerId', 'reply'])
      .where((eb) => eb.and({ id: reviewId, state: 'public' }))
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => notFound('Review'));
    if (before.reply !== reply) {
      await trx
        .updateTable('reviews')
        .set({ reply, repliedAt: sql<Date>`clock_timestamp()` })
        .where('id', '=', before.id)
        .execute();
    }
    const reviewer = people.get(before.reviewerId ?? '');
    const isNew = before.reply === null && reviewer?.isActive;
    const draft = isNew
      ? await mailReply({ ...ctx, db: trx }, { reviewId: before.id, reply, seller, reviewer })
      : null;
    const entries = draft ? await notify(trx, draft) : [];
    return { review: await getReview(trx, before.id), entries };
  });
  ctx.hub.deliver(entries);
  return review;
}

/** Finds the users and the state of a review, without a lock. */
export async function findReview(db: Db, reviewId: string) {
  if (!isId(reviewId)) return undefined;
  return db
    .selectFrom('reviews')
    .select(['sellerId', 'reviewerId', 'state'])
    .where('id', '=', reviewId)
    .executeTakeFirst();
}

/** Throws NOT_FOUND for a hidden listing without the reviewer's conversation or review. */
async function getReviewable(
  db: Db,
  { listingId, sellerId, reviewerId }: Submission,
): Promise<{ title: string }> {
  assertId(listingId, 'Listing');
  const listing = await db
    .selectFrom('listings as l')
    .select(['l.sellerId', 'l.title', 'l.readable'])
    .select(
      sql<boolean>`exists (select from conversations c
              where c.listing_id = l.id and c.buyer_id = ${reviewerId})
            or exists (select from reviews r
              where r.listing_id = l.id and r.reviewer_id = ${reviewerId})`.as('isKnown'),
    )
    .where('l.id', '=', listingId)
    .executeTakeFirst();
  if (!listing?.readable && !listing?.isKnown) throw notFound('Listing');
  if (listing.sellerId !== sellerId) {
    throw badField('listingId', "This listing isn't from this seller.");
  }
  return listing;
}

type Stored = { id: string; state: ReviewView['state']; change: 'first' | 'edit' | null };

/**
 * Stores a review while its seller is locked, so that their rating does not change. The `change` is
 * 'first' if the author alone could read the review before, null if it is unchanged.
 */
async function store(
  db: Db,
  { reviewerId, sellerId, listingId, rating, comment, traces, verdict }: Submission,
): Promise<Stored> {
  const earlier = await db
    .selectFrom('reviews')
    .select(['id', 'rating', 'comment', 'state', 'about'])
    .where((eb) => eb.and({ reviewerId, sellerId, listingId }))
    .forNoKeyUpdate()
    .execute();
  if (earlier.some(({ state }) => state === 'sealed')) {
    const text = "Your review of this deal isn't shown yet. You can edit it then.";
    throw new AppError('CONFLICT', text);
  }
  const [before] = earlier;
  const { id } =
    before ??
    (await db
      .insertInto('reviews')
      .values({ reviewerId, sellerId, listingId, rating, comment, state: 'uncounted', ...traces })
      .returning('id')
      .executeTakeFirstOrThrow());
  const isNew = !before || before.state === 'uncounted';
  // Only a first review can wait for a moderator; others may be in a case already.
  if (!isNew && verdict.action === 'hold') throw refusal('comment', verdict);
  const judged = isNew ? await judgeReview(db, id) : (before.state as Stored['state']);
  const state = isNew && verdict.action === 'hold' && judged === 'public' ? 'held' : judged;
  if (before?.rating === rating && before.comment === comment && before.state === state) {
    return { id, state, change: null };
  }
  await db
    .updateTable('reviews')
    .set({ rating, comment, state })
    .$if(before !== undefined, (query) => query.set({ updatedAt: sql<Date>`clock_timestamp()` }))
    .where('id', '=', id)
    .execute();
  await updateRating(db, sellerId, { before, after: { rating, state, about: 'seller' } });
  return { id, state, change: isNew ? 'first' : 'edit' };
}

/** The part of a review that its seller's rating depends on. Only reviews about sellers count. */
type Rated = { rating: number; state: string; about: string };

/** Updates a locked seller's stored rating after a review was added, changed or removed. */
export async function updateRating(
  db: Db,
  sellerId: string,
  { before, after }: { before?: Rated | undefined; after?: Rated },
): Promise<void> {
  const countOf = (review?: Rated) =>
    review?.state === 'public' && review.about === 'seller' ? 1 : 0;
  const ratingOf = (review?: Rated) => countOf(review) * (review?.rating ?? 0);
  await db
    .updateTable('users')
    .set((eb) => ({
      ratingSum: eb('ratingSum', '+', ratingOf(after) - ratingOf(before)),
      ratingCount: eb('ratingCount', '+', countOf(after) - countOf(before)),
    }))
    .where('id', '=', sellerId)
    .execute();
}

import { type Kysely, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { DB } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { ReviewView } from '@marketplace/shared/reviews/schemas';
import { texts } from '@marketplace/shared/texts';
import { AppError, badField } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import type { Traces } from '../../platform/traces.ts';
import { notify } from '../notifications/notify.ts';
import { lockPeople, lockReviewsBy } from './review-people.ts';
import { judgeReview, openHeldCase } from './review-state.ts';
import { getReview, reviewNotFound } from './reviews.ts';
import { newsOfReview } from './tell-of-reviews.ts';

const dailyReviews: LimitRule = {
  name: 'review',
  points: 30,
  seconds: 24 * 60 * 60,
  text: 'You can submit {points} reviews a day.',
};

interface Submission {
  reviewerId: string;
  sellerId: string;
  listingId: string;
  rating: number;
  comment: string | null;
  traces: Traces;
}

/**
 * Stores what the reviewer says of the seller about one listing, in place of what they said before
 * about the same one; a reply to that stays. The seller is notified, and gets a
 * mail of a first review, unless they block the reviewer. A review that must wait for a moderator
 * opens a case instead, and one that does not count is seen by its author alone. Throws BAD_REQUEST
 * for rating oneself and for a listing that is not the seller's, NOT_FOUND for a seller who is gone
 * and for a listing that the reviewer has nothing to do with, UNAUTHORIZED for a reviewer who is gone,
 * TOO_MANY_REQUESTS after 30 in a day.
 */
export async function submitReview(
  ctx: Pick<AppContext, 'db' | 'limiter' | 'hub' | 'secrets' | 'config'>,
  input: Omit<Submission, 'comment'> & { comment?: string | undefined },
): Promise<ReviewView> {
  const submission = {
    ...input,
    sellerId: input.sellerId.toLowerCase(),
    // What is empty says nothing.
    comment: input.comment || null,
  };
  const { reviewerId, sellerId } = submission;
  if (sellerId === reviewerId) throw badField('sellerId', 'You cannot rate yourself.');
  if (!isId(sellerId)) throw userNotFound();
  await ctx.limiter.take(dailyReviews, reviewerId);
  const { review, entries, caseId } = await ctx.db.transaction().execute(async (trx) => {
    await lockReviewsBy(trx, reviewerId);
    const people = await lockPeople(trx, [sellerId, reviewerId]);
    const reviewer = people.get(reviewerId);
    const seller = people.get(sellerId);
    if (!reviewer?.isActive) throw new AppError('UNAUTHORIZED', unauthorized);
    if (!seller?.isActive) throw userNotFound();
    const listing = await getReviewable(trx, submission);
    const stored = await store(trx, submission);
    const { id, state, change } = stored;
    const about = { ...submission, change, seller, reviewer, listing };
    const isNews = state === 'public' && change !== null;
    const news = isNews ? await newsOfReview({ ...ctx, db: trx }, about) : null;
    return {
      review: await getReview(trx, id),
      entries: news ? await notify(trx, news) : [],
      caseId: state === 'held' && change === 'first' ? await openHeldCase(trx, id) : null,
    };
  });
  ctx.hub.deliver(entries);
  if (caseId) ctx.hub.admin.publish({ type: 'report', caseId, change: 'reported' });
  return review;
}

/**
 * Deletes a review of the user's own, also of a seller who has left. Throws NOT_FOUND where there is
 * none, FORBIDDEN for another's, UNAUTHORIZED for a user who is gone.
 */
export async function removeReview(
  db: Kysely<DB>,
  { reviewId, userId }: { reviewId: string; userId: string },
): Promise<void> {
  const review = await findFrame(db, reviewId);
  if (!review) throw reviewNotFound();
  if (review.reviewerId !== userId) {
    throw new AppError('FORBIDDEN', 'You can only delete your own reviews.');
  }
  await db.transaction().execute(async (trx) => {
    const people = await lockPeople(trx, [review.sellerId, userId]);
    if (!people.get(userId)?.isActive) throw new AppError('UNAUTHORIZED', unauthorized);
    const removed = await trx
      .deleteFrom('reviews')
      .where('id', '=', reviewId)
      .where('reviewerId', '=', userId)
      .returning(['rating', 'state'])
      .executeTakeFirst();
    if (!removed) throw reviewNotFound();
    await addToRating(trx, review.sellerId, difference(removed, null));
  });
}

/** Whose a review is, before anything is locked. */
export async function findFrame(
  db: Db,
  reviewId: string,
): Promise<{ sellerId: string; reviewerId: string | null; state: string } | undefined> {
  if (!isId(reviewId)) return undefined;
  return db
    .selectFrom('reviews')
    .select(['sellerId', 'reviewerId', 'state'])
    .where('id', '=', reviewId)
    .executeTakeFirst();
}

/**
 * The listing that a review is about: one that everybody sees, or about which the reviewer has a
 * conversation or a review already, whatever has become of it.
 */
async function getReviewable(
  db: Db,
  { listingId, sellerId, reviewerId }: Submission,
): Promise<{ title: string }> {
  const listing = isId(listingId)
    ? await db
        .selectFrom('listings as l')
        .select(['l.sellerId', 'l.title', 'l.visible'])
        .select(({ exists, or, selectFrom }) =>
          or([
            exists(
              selectFrom('conversations as c')
                .select('c.id')
                .whereRef('c.listingId', '=', 'l.id')
                .where('c.buyerId', '=', reviewerId),
            ),
            exists(
              selectFrom('reviews as r')
                .select('r.id')
                .whereRef('r.listingId', '=', 'l.id')
                .where('r.reviewerId', '=', reviewerId),
            ),
          ]).as('isKnown'),
        )
        .where('l.id', '=', listingId)
        .executeTakeFirst()
    : undefined;
  if (!listing?.visible && !listing?.isKnown) {
    throw new AppError('NOT_FOUND', texts.listingNotFound);
  }
  if (listing.sellerId !== sellerId) {
    throw badField('listingId', 'This listing is not one of this seller.');
  }
  return listing;
}

interface Stored {
  id: string;
  state: ReviewView['state'];
  /** A first one is new to others, an edit changes what they can or will read. */
  change: 'first' | 'edit' | null;
}

/** The seller's row is locked, so that nobody changes the rating between the statements. */
async function store(
  db: Db,
  { reviewerId, sellerId, listingId, rating, comment, traces }: Submission,
): Promise<Stored> {
  const before = await db
    .selectFrom('reviews')
    .select(['id', 'rating', 'comment', 'state'])
    .where('reviewerId', '=', reviewerId)
    .where('sellerId', '=', sellerId)
    .where('listingId', '=', listingId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const { id } =
    before ??
    (await db
      .insertInto('reviews')
      .values({ reviewerId, sellerId, listingId, rating, comment, state: 'uncounted', ...traces })
      .returning('id')
      .executeTakeFirstOrThrow());
  const isNew = !before || before.state === 'uncounted';
  const state = isNew ? await judgeReview(db, id) : (before.state as Stored['state']);
  if (before?.rating === rating && before.comment === comment && before.state === state) {
    return { id, state, change: null };
  }
  await db
    .updateTable('reviews')
    .set({ rating, comment, state })
    .$if(before !== undefined, (query) => query.set({ updatedAt: sql<Date>`clock_timestamp()` }))
    .where('id', '=', id)
    .execute();
  await addToRating(db, sellerId, difference(before ?? null, { rating, state }));
  return { id, state, change: isNew ? 'first' : 'edit' };
}

interface Rated {
  rating: number;
  state: string;
}

/** How a seller's rating changes when one of its reviews becomes another one; null is none. */
export function difference(
  before: Rated | null,
  after: Rated | null,
): { sum: number; count: number } {
  const [was, is] = [before, after].map((of) => (of?.state === 'public' ? of : null));
  return {
    sum: (is?.rating ?? 0) - (was?.rating ?? 0),
    count: (is ? 1 : 0) - (was ? 1 : 0),
  };
}

/** Adds to what is kept of a seller’s rating, whose row is locked. */
export async function addToRating(
  db: Db,
  sellerId: string,
  by: { sum: number; count: number },
): Promise<void> {
  await db
    .updateTable('users')
    .set((eb) => ({
      ratingSum: eb('ratingSum', '+', by.sum),
      ratingCount: eb('ratingCount', '+', by.count),
    }))
    .where('id', '=', sellerId)
    .execute();
}

function userNotFound(): AppError {
  return new AppError('NOT_FOUND', 'User not found');
}

import { type Kysely, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { DB } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { ReviewView } from '@marketplace/shared/reviews/views';
import { texts } from '@marketplace/shared/texts';
import { AppError, badField } from '../../errors.ts';
import type { Parts } from '../../parts.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import { lockPeople } from './review-people.ts';
import { getReview, reviewNotFound } from './reviews.ts';
import { tellOfReview } from './tell-of-reviews.ts';

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
}

/**
 * Stores what the reviewer says of the seller about one listing, in place of what they said before
 * about the same one; a reply to that stays (decisions: Reviews). The seller is told, and gets a mail
 * of a first review, unless they block the reviewer. Throws BAD_REQUEST for rating oneself and for a
 * listing that is not the seller's, NOT_FOUND for a seller who is gone and for a listing that the
 * reviewer has nothing to do with, UNAUTHORIZED for a reviewer who is gone, TOO_MANY_REQUESTS after
 * 30 in a day.
 */
export async function submitReview(
  parts: Pick<Parts, 'db' | 'limiter' | 'hub' | 'secrets' | 'config'>,
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
  await parts.limiter.take(dailyReviews, reviewerId);
  const { review, entries } = await parts.db.transaction().execute(async (trx) => {
    const people = await lockPeople(trx, [sellerId, reviewerId]);
    const reviewer = people.get(reviewerId);
    const seller = people.get(sellerId);
    if (!reviewer?.isActive) throw new AppError('UNAUTHORIZED', unauthorized);
    if (!seller?.isActive) throw userNotFound();
    const listing = await getReviewable(trx, submission);
    const stored = await store(trx, submission);
    const told = stored.change
      ? await tellOfReview(
          { ...parts, db: trx },
          { ...submission, ...stored, seller, reviewer, listing },
        )
      : [];
    return { review: await getReview(trx, stored.id), entries: told };
  });
  parts.hub.deliver(entries);
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
      .returning('rating')
      .executeTakeFirst();
    if (!removed) throw reviewNotFound();
    await addToRating(trx, review.sellerId, { sum: -removed.rating, count: -1 });
  });
}

/** Whose a review is, before anything is locked. */
export async function findFrame(
  db: Db,
  reviewId: string,
): Promise<{ sellerId: string; reviewerId: string | null } | undefined> {
  if (!isId(reviewId)) return undefined;
  return db
    .selectFrom('reviews')
    .select(['sellerId', 'reviewerId'])
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

/** The seller's row is locked, so that nobody changes the rating between the statements. */
async function store(
  db: Db,
  { reviewerId, sellerId, listingId, rating, comment }: Submission,
): Promise<{ id: string; change: 'first' | 'edit' | null }> {
  const before = await db
    .selectFrom('reviews')
    .select(['id', 'rating', 'comment'])
    .where('reviewerId', '=', reviewerId)
    .where('sellerId', '=', sellerId)
    .where('listingId', '=', listingId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) {
    const { id } = await db
      .insertInto('reviews')
      .values({ reviewerId, sellerId, listingId, rating, comment })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addToRating(db, sellerId, { sum: rating, count: 1 });
    return { id, change: 'first' };
  }
  const { id } = before;
  if (before.rating === rating && before.comment === comment) return { id, change: null };
  await db
    .updateTable('reviews')
    .set({ rating, comment, updatedAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
  await addToRating(db, sellerId, { sum: rating - before.rating, count: 0 });
  return { id, change: 'edit' };
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

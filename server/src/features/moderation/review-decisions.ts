import type { Db } from '@marketplace/db/database';
import { AppError } from '../../errors.ts';
import { lockPeople } from '../reviews/review-people.ts';
import { addToRating, findFrame } from '../reviews/submit-review.ts';
import { type Decided, type Deciding, type Done, done } from './deciding.ts';
import { tellOwner } from './tell-owner.ts';

/** A review that a moderator removed. Times are ISO strings. */
export interface ReviewStep {
  kind: 'review';
  review: {
    id: string;
    sellerId: string;
    reviewerId: string | null;
    listingId: string;
    rating: number;
    comment: string | null;
    reply: string | null;
    repliedAt: string | null;
    createdAt: string;
    updatedAt: string;
  };
}

/** Removes a review, from its seller's rating as well. */
export async function removeReported(deciding: Decided): Promise<Done> {
  const { trx, targetId, reason } = deciding;
  const frame = await findFrame(trx, targetId);
  if (frame) await lockPeople(trx, peopleOf(frame));
  const removed = await trx
    .deleteFrom('reviews')
    .where('id', '=', targetId)
    .returningAll()
    .executeTakeFirst();
  if (!removed) throw new AppError('CONFLICT', 'This review is gone already.');
  await addToRating(trx, removed.sellerId, { sum: -removed.rating, count: -1 });
  const review = {
    ...removed,
    repliedAt: removed.repliedAt?.toISOString() ?? null,
    createdAt: removed.createdAt.toISOString(),
    updatedAt: removed.updatedAt.toISOString(),
  };
  return done({
    steps: [{ kind: 'review', review }],
    news: await tellOwner(deciding, { what: 'removed', reason }),
  });
}

/**
 * Puts a removed review back; of an author who has deleted their account since without the name.
 * Throws CONFLICT where its author has rated the same seller for the same listing since.
 */
export async function undoReview(deciding: Deciding, { review }: ReviewStep): Promise<Done> {
  const { trx } = deciding;
  await lockPeople(trx, peopleOf(review));
  const reviewerId = (await isDeleted(trx, review.reviewerId)) ? null : review.reviewerId;
  const restored = await trx
    .insertInto('reviews')
    .values({ ...review, reviewerId })
    .onConflict((conflict) => conflict.constraint('reviews_once_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!restored) {
    throw new AppError('CONFLICT', 'Its author has written another review in its place since.');
  }
  await addToRating(trx, review.sellerId, { sum: review.rating, count: 1 });
  return done({ news: await tellOwner(deciding, { what: 'restored', reason: null }) });
}

function peopleOf({ sellerId, reviewerId }: { sellerId: string; reviewerId: string | null }) {
  return reviewerId === null ? [sellerId] : [sellerId, reviewerId];
}

async function isDeleted(trx: Db, userId: string | null): Promise<boolean> {
  if (userId === null) return true;
  const row = await trx
    .selectFrom('users')
    .select('deletedAt')
    .where('id', '=', userId)
    .executeTakeFirst();
  return !row || row.deletedAt !== null;
}

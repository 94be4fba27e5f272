import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { AppError, badField } from '../../errors.ts';
import { noTraces } from '../../platform/traces.ts';
import { haveTalked } from '../messaging/both-wrote.ts';
import { lockPeople } from '../reviews/review-people.ts';
import { findReview, updateRating } from '../reviews/submit-review.ts';
import { mailReview } from '../reviews/review-mail.ts';
import {
  type DecisionContext,
  type CaseActionContext,
  type ActionResult,
  actionResult,
} from './case-action.ts';
import { notifyOwner } from './notify-owner.ts';

/** A review that a moderator removed. Times are ISO strings, hashes hexadecimal. */
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
    state: string;
    mailboxHash: string | null;
    networkHash: string | null;
    browserHash: string | null;
  };
}

/** A held review that a moderator published. */
export interface PublishStep {
  kind: 'publish';
  reviewId: string;
}

/** Refuses what would leave a held review waiting without a case. Throws BAD_REQUEST. */
export async function assertNotHeld({ trx, targetId }: DecisionContext): Promise<void> {
  const review = await findReview(trx, targetId);
  if (review?.state !== 'held') return;
  throw badField('decision', 'This review waits for a moderator: release or delete it.');
}

/** Publishes a held review and notifies its seller as of a new one. Throws CONFLICT for any other. */
export async function publishReview({
  trx,
  mail,
  targetId,
}: DecisionContext): Promise<ActionResult> {
  const frame = await findReview(trx, targetId);
  const people = frame && (await lockPeople(trx, peopleOf(frame)));
  const review = await trx
    .updateTable('reviews as r')
    .from('listings as l')
    .set({ state: 'public' })
    .whereRef('l.id', '=', 'r.listingId')
    .where('r.id', '=', targetId)
    .where('r.state', '=', 'held')
    .returning(['r.sellerId', 'r.reviewerId', 'r.rating', 'r.comment', 'l.title'])
    .executeTakeFirst();
  if (!review) throw new AppError('CONFLICT', 'This review does not wait for a moderator.');
  await updateRating(trx, review.sellerId, { after: { ...review, state: 'public' } });
  const seller = people?.get(review.sellerId);
  const reviewer = people?.get(review.reviewerId ?? '');
  const news =
    seller?.isActive && reviewer
      ? await mailReview(
          { ...mail, db: trx },
          { ...review, change: 'first', listing: review, seller, reviewer },
        )
      : null;
  return actionResult({
    steps: [{ kind: 'publish', reviewId: targetId }],
    news: news ? [news] : [],
  });
}

/** Makes a published review wait again, unless it is gone. */
export async function undoPublish(
  { trx }: CaseActionContext,
  { reviewId }: PublishStep,
): Promise<ActionResult> {
  const frame = await findReview(trx, reviewId);
  if (frame) await lockPeople(trx, peopleOf(frame));
  const review = await trx
    .updateTable('reviews')
    .set({ state: 'held' })
    .where('id', '=', reviewId)
    .where('state', '=', 'public')
    .returning(['sellerId', 'rating'])
    .executeTakeFirst();
  if (review) await updateRating(trx, review.sellerId, { before: { ...review, state: 'public' } });
  return actionResult();
}

/** Removes a review, from its seller's rating as well. */
export async function removeReported(context: DecisionContext): Promise<ActionResult> {
  const { trx, targetId, reason } = context;
  const frame = await findReview(trx, targetId);
  if (frame) await lockPeople(trx, peopleOf(frame));
  const removed = await trx
    .deleteFrom('reviews')
    .where('id', '=', targetId)
    .returningAll()
    .executeTakeFirst();
  if (!removed) throw new AppError('CONFLICT', 'This review is gone already.');
  await updateRating(trx, removed.sellerId, { before: removed });
  const review = {
    ...removed,
    mailboxHash: removed.mailboxHash?.toString('hex') ?? null,
    networkHash: removed.networkHash?.toString('hex') ?? null,
    browserHash: removed.browserHash?.toString('hex') ?? null,
    repliedAt: removed.repliedAt?.toISOString() ?? null,
    createdAt: removed.createdAt.toISOString(),
    updatedAt: removed.updatedAt.toISOString(),
  };
  return actionResult({
    steps: [{ kind: 'review', review }],
    news: await notifyOwner(context, { what: 'removed', reason }),
  });
}

/**
 * Puts a removed review back. Of an author who has deleted their account since it comes back without
 * the name, and only after a conversation with the seller. Throws CONFLICT where its author has rated
 * the same seller for the same listing since.
 */
export async function undoReview(
  context: CaseActionContext,
  { review }: ReviewStep,
): Promise<ActionResult> {
  const { trx } = context;
  await lockPeople(trx, peopleOf(review));
  const { isDeleted, hasTalked } = await findAuthor(trx, review);
  if (isDeleted && !hasTalked) return actionResult();
  const bytes = (hex: string | null) => (hex ? Buffer.from(hex, 'hex') : null);
  const traces = {
    mailboxHash: bytes(review.mailboxHash),
    networkHash: bytes(review.networkHash),
    browserHash: bytes(review.browserHash),
  };
  const author = isDeleted ? { ...noTraces, reviewerId: null } : traces;
  const restored = await trx
    .insertInto('reviews')
    .values({ ...review, ...author })
    .onConflict((conflict) => conflict.constraint('reviews_once_key').doNothing())
    .returning(['rating', 'state'])
    .executeTakeFirst();
  if (!restored) {
    throw new AppError('CONFLICT', 'Its author has written another review in its place since.');
  }
  await updateRating(trx, review.sellerId, { after: restored });
  return actionResult({ news: await notifyOwner(context, { what: 'restored', reason: null }) });
}

function peopleOf({ sellerId, reviewerId }: { sellerId: string; reviewerId: string | null }) {
  return reviewerId === null ? [sellerId] : [sellerId, reviewerId];
}

async function findAuthor(
  trx: Db,
  { reviewerId, sellerId }: ReviewStep['review'],
): Promise<{ isDeleted: boolean; hasTalked: boolean }> {
  const author = await trx
    .selectFrom('users')
    .select(['deletedAt', haveTalked(sql.ref('users.id'), sql.val(sellerId)).as('hasTalked')])
    .where('id', '=', reviewerId)
    .executeTakeFirst();
  // Who had left before the removal had talked with the seller, or the review would have gone too.
  return { isDeleted: !author || author.deletedAt !== null, hasTalked: author?.hasTalked ?? true };
}

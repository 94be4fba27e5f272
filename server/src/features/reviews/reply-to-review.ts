import { sql } from 'kysely';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { ReviewView } from '@marketplace/shared/reviews/schemas';
import { AppError } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import { lockPeople } from './review-people.ts';
import { getReview, reviewNotFound } from './reviews.ts';
import { findFrame } from './submit-review.ts';
import { tellOfReply } from './tell-of-reviews.ts';

const dailyReplies: LimitRule = {
  name: 'review-reply',
  points: 100,
  seconds: 24 * 60 * 60,
  text: 'You can reply to reviews {points} times a day.',
};

interface Reply {
  sellerId: string;
  reviewId: string;
  reply: string;
}

/**
 * The seller's one public reply to a review, or its new text; the reviewer is told of the first one. Throws NOT_FOUND where there is no such review, FORBIDDEN for everybody but
 * the seller, UNAUTHORIZED for a seller who is gone, TOO_MANY_REQUESTS after 100 in a day.
 */
export async function replyToReview(
  ctx: Pick<AppContext, 'db' | 'limiter' | 'hub' | 'secrets' | 'config'>,
  { sellerId, reviewId, reply }: Reply,
): Promise<ReviewView> {
  const frame = await findFrame(ctx.db, reviewId);
  if (frame?.state !== 'public') throw reviewNotFound();
  if (frame.sellerId !== sellerId) {
    throw new AppError('FORBIDDEN', 'Only the seller can reply to a review.');
  }
  await ctx.limiter.take(dailyReplies, sellerId);
  const { review, entries } = await ctx.db.transaction().execute(async (trx) => {
    const ids = [sellerId, frame.reviewerId].filter((id) => id !== null);
    const people = await lockPeople(trx, ids);
    const seller = people.get(sellerId);
    if (!seller?.isActive) throw new AppError('UNAUTHORIZED', unauthorized);
    const before = await trx
      .selectFrom('reviews')
      .select(['id', 'reviewerId', 'reply'])
      .where('id', '=', reviewId)
      .where('state', '=', 'public')
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!before) throw reviewNotFound();
    if (before.reply !== reply) {
      await trx
        .updateTable('reviews')
        .set({ reply, repliedAt: sql<Date>`clock_timestamp()` })
        .where('id', '=', before.id)
        .execute();
    }
    const reviewer = before.reviewerId === null ? undefined : people.get(before.reviewerId);
    const isTold = before.reply === null && reviewer?.isActive;
    const told = isTold
      ? await tellOfReply({ ...ctx, db: trx }, { reviewId: before.id, reply, seller, reviewer })
      : [];
    return { review: await getReview(trx, before.id), entries: told };
  });
  ctx.hub.deliver(entries);
  return review;
}

import { sql } from 'kysely';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { ReviewView } from '@marketplace/shared/reviews/schemas';
import type { AppContext } from '../../app-context.ts';
import { AppError, notFound } from '../../errors.ts';
import { perDay } from '../../platform/limiter.ts';
import { notify } from '../notifications/notifications.ts';
import { mailReply } from './review-mail.ts';
import { lockPeople } from './review-people.ts';
import { getReview } from './reviews.ts';
import { findReview } from './submit-review.ts';

const dailyReplies = perDay('review-reply', 100, 'You can reply to reviews {points} times a day.');

/**
 * Stores or replaces the seller's public reply. Notifies the reviewer of the first one. Throws
 * NOT_FOUND, FORBIDDEN for others, UNAUTHORIZED for a seller who is gone, and TOO_MANY_REQUESTS.
 */
export async function replyToReview(
  ctx: Pick<AppContext, 'db' | 'limiter' | 'hub' | 'secrets' | 'config'>,
  { sellerId, reviewId, reply }: { sellerId: string; reviewId: string; reply: string },
): Promise<ReviewView> {
  const found = await findReview(ctx.db, reviewId);
  if (found?.state !== 'public') throw notFound('Review');
  if (found.sellerId !== sellerId) {
    throw new AppError('FORBIDDEN', 'Only the seller can reply to a review.');
  }
  await ctx.limiter.take(dailyReplies, sellerId);
  const { review, entries } = await ctx.db.transaction().execute(async (trx) => {
    const people = await lockPeople(trx, [sellerId, found.reviewerId]);
    const seller = people.get(sellerId);
    if (!seller?.isActive) throw new AppError('UNAUTHORIZED', unauthorized);
    const before = await trx
      .selectFrom('reviews')
      .select(['id', 'reviewerId', 'reply'])
      .where((eb) => eb.and({ id: reviewId, state: 'public' }))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!before) throw notFound('Review');
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
    return {
      review: await getReview(trx, before.id),
      entries: draft ? await notify(trx, draft) : [],
    };
  });
  ctx.hub.deliver(entries);
  return review;
}

import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { reviewReleaseDays } from '@marketplace/shared/deals/constants';
import type { reviewDealInput } from '@marketplace/shared/deals/inputs';
import type { DealView } from '@marketplace/shared/deals/views';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { AppContext } from '../../app-context.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Traces } from '../../platform/traces.ts';
import { getConversation } from '../messaging/conversations.ts';
import { refuseScreened } from '../screening/screen-texts.ts';
import { dailyReviews } from '../reviews/submit-review.ts';
import { lockDeals } from './change-deal.ts';
import { conflict, type WithUser } from './locked-deals.ts';
import * as releasing from './release-reviews.ts';
import { findSale } from './steps.ts';

type Reviews = DealView['reviews'];

/**
 * Stores a review that one person of a deal writes about the other after the sale. It stays sealed
 * until both have written or `reviewReleaseDays` have passed. Repeating it changes nothing. Throws
 * NOT_FOUND for others and when the other person has left, UNAUTHORIZED for a user who is gone,
 * CONFLICT before the sale and after another review or a no-show report, and TOO_MANY_REQUESTS.
 */
export async function reviewDeal(
  ctx: Pick<AppContext, 'db' | 'hub' | 'limiter' | 'secrets' | 'config' | 'screener'>,
  review: WithUser<typeof reviewDealInput> & { traces: Traces },
): Promise<Reviews> {
  const { dealId, userId } = review;
  const deal = await getConversation(ctx.db, dealId, userId);
  await ctx.limiter.take(dailyReviews, userId);
  await refuseScreened(ctx, { userId, field: 'comment', text: review.comment ?? '' });
  const done = await ctx.db.transaction().execute(async (trx) => {
    const people = await releasing.lockForReviews(trx, [userId, deal.otherId]);
    if (!people.get(userId)?.isActive) throw new AppError('UNAUTHORIZED', unauthorized);
    if (!people.get(deal.otherId)?.isActive) throw notFound('User');
    const published: releasing.Published = { entries: [], caseIds: [] };
    const { listingId, id: conversationId } = deal;
    await lockDeals(trx, { listingId, conversationId, entries: published.entries });
    const sale = await findSale(trx, listingId);
    if (sale?.conversationId !== deal.id) throw conflict('Reviews come after the sale.');
    const before = await readDealReviews(trx, sale, userId);
    if (before.mine) {
      const { rating, comment } = before.mine;
      const isSame = rating === review.rating && comment === (review.comment || null);
      if (isSame) return { published, reviews: before };
      throw conflict("You've already reviewed this deal.");
    }
    if (!before.canWrite) throw conflict("You've already said that they didn't come.");
    await trx
      .insertInto('reviews')
      .values({
        reviewerId: userId,
        sellerId: deal.otherId,
        listingId,
        saleId: sale.id,
        about: deal.otherId === deal.sellerId ? 'seller' : 'buyer',
        rating: review.rating,
        comment: review.comment || null,
        state: 'sealed',
        releaseAt: sql<Date>`now() + make_interval(days => ${reviewReleaseDays})`,
        ...review.traces,
      })
      .execute();
    if (await haveBothWritten(trx, sale.id)) {
      await releasing.releaseSealed({ ...ctx, db: trx }, { sale, people, published });
    }
    return { published, reviews: await readDealReviews(trx, sale, userId) };
  });
  releasing.publishReleased(ctx, done.published);
  return done.reviews;
}

async function haveBothWritten(trx: Db, saleId: string): Promise<boolean> {
  const rows = await trx.selectFrom('reviews').select('id').where('saleId', '=', saleId).execute();
  return rows.length === 2;
}

/** Returns the reviews of a sale that one of its two people may see. */
export async function readDealReviews(
  db: Db,
  sale: { id: string; conversationId: string | null; verified: boolean } | null,
  userId: string,
): Promise<Reviews> {
  if (!sale) return { canWrite: false, mine: null, theirs: null, showsAt: null, releasedAt: null };
  const rows = await db
    .selectFrom('reviews')
    .select(['reviewerId', 'rating', 'comment', 'state', 'releaseAt', 'createdAt'])
    .where('saleId', '=', sale.id)
    .execute();
  const mine = rows.find(({ reviewerId }) => reviewerId === userId);
  const theirs = rows.find(({ reviewerId, state }) => reviewerId !== userId && state === 'public');
  const published = [mine, theirs].find((review) => review?.state === 'public');
  const textOf = (review: typeof mine) =>
    review ? { rating: review.rating, comment: review.comment } : null;
  return {
    canWrite:
      !mine && (sale.verified || !(await hasReportedNoShow(db, sale.conversationId, userId))),
    mine: textOf(mine),
    theirs: textOf(theirs),
    showsAt: mine?.releaseAt?.toISOString() ?? null,
    releasedAt: published?.createdAt.toISOString() ?? null,
  };
}

/** Returns true if the user reported that the other person missed their last meetup. */
async function hasReportedNoShow(db: Db, conversationId: string | null, userId: string) {
  const last = await db
    .selectFrom('meetups')
    .select('missedBy')
    .where('conversationId', '=', conversationId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last !== undefined && last.missedBy !== null && last.missedBy !== userId;
}

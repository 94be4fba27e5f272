import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import type { Page } from '@marketplace/shared/pagination';
import { maxRating } from '@marketplace/shared/reviews/constants';
import type * as schemas from '@marketplace/shared/reviews/schemas';
import type { ReviewView } from '@marketplace/shared/reviews/schemas';
import { personName } from '@marketplace/shared/users/names';
import { readPage } from '../../platform/cursor.ts';
import { bothWrote } from '../messaging/conversations.ts';
import { getPublicUser, meanRating, profileImageUrl } from '../users/users.ts';

/**
 * Returns a page of a person's public reviews as a seller or buyer, newest first, the first page
 * with a summary. Throws NOT_FOUND for a person who is unknown or gone, and BAD_REQUEST.
 */
export async function listReviewsOfSeller(
  db: Db,
  query: output<typeof schemas.reviewsOfSellerInput>,
): Promise<Page<ReviewView> & { summary: schemas.ReviewSummary | null }> {
  const seller = await getPublicUser(db, query.sellerId);
  const { about } = query;
  const visible = reviews(db)
    .where((eb) => eb.and({ 'r.sellerId': seller.id, 'r.about': about }))
    .where('r.state', '=', 'public');
  const page = await readPage(visible, query, { at: 'r.createdAt', id: 'r.id' });
  return {
    ...page,
    items: page.items.map(toReviewView),
    summary: query.cursor ? null : await summarize(db, seller.id, about),
  };
}

/** Returns a review in any state. */
export async function getReview(db: Db, id: string): Promise<ReviewView> {
  return toReviewView(await reviews(db).where('r.id', '=', id).executeTakeFirstOrThrow());
}

/** Returns the user's review of a listing's seller, in any state but sealed, or null. */
export async function findOwnReview(
  db: Db,
  reviewerId: string,
  listingId: string,
): Promise<ReviewView | null> {
  if (!isId(listingId)) return null;
  const row = await reviews(db)
    .where((eb) => eb.and({ 'r.reviewerId': reviewerId, 'r.listingId': listingId }))
    .where('r.about', '=', 'seller')
    .where('r.state', '<>', 'sealed')
    .executeTakeFirst();
  return row ? toReviewView(row) : null;
}

async function summarize(db: Db, sellerId: string, about: ReviewView['about']) {
  const rows = await db
    .selectFrom('reviews')
    .select(['rating', sql<number>`count(*)::integer`.as('count')])
    .where((eb) => eb.and({ sellerId, about, state: 'public' }))
    .groupBy('rating')
    .execute();
  const counts = Array.from(
    { length: maxRating },
    (_, at) => rows.find((row) => row.rating === at + 1)?.count ?? 0,
  );
  const ratingCount = counts.reduce((sum, count) => sum + count, 0);
  const ratingSum = counts.reduce((sum, count, at) => sum + count * (at + 1), 0);
  return { mean: meanRating({ ratingSum, ratingCount }), count: ratingCount, counts };
}

function reviews(db: Db) {
  return db
    .selectFrom('reviews as r')
    .leftJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'r.reviewerId').on('u.deletedAt', 'is', null),
    )
    .select(['r.id', 'r.listingId', 'r.rating', 'r.state', 'r.comment', 'r.reply', 'r.repliedAt'])
    .select(['r.about', 'r.createdAt', 'r.updatedAt', 'u.id as reviewerId', 'u.deactivatedAt'])
    .select(['u.firstName', 'u.lastName', 'u.username', 'u.avatarImageId'])
    .$narrowType<{ state: ReviewView['state']; about: ReviewView['about'] }>()
    .select([
      sql<boolean>`exists (select from ${conversation} and ${bothWrote})`.as('verifiedContact'),
      sql<boolean>`exists (
        select from ${conversation} and exists (
          select from sales s where s.conversation_id = c.id and s.verified)
      )`.as('verifiedHandover'),
    ]);
}

/** The conversation `c` of the two people of the review `r` about its listing, in SQL. */
const conversation = sql`conversations c
  where c.listing_id = r.listing_id
    and c.buyer_id = case r.about when 'seller' then r.reviewer_id else r.seller_id end
    and c.seller_id = case r.about when 'seller' then r.seller_id else r.reviewer_id end`;

type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviews>['execute']>>[number];

/** Converts a row. The output schemas drop the columns that are not in the view. */
function toReviewView(row: ReviewRow): ReviewView {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.updatedAt > row.createdAt ? row.updatedAt.toISOString() : null,
    reviewer: {
      id: row.deactivatedAt ? null : row.reviewerId,
      firstName: row.firstName,
      lastName: row.lastName,
      profileImageUrl: profileImageUrl(row.avatarImageId),
      displayName: personName(row.reviewerId ? { ...row, deletedAt: null } : null),
    },
    repliedAt: row.repliedAt?.toISOString() ?? null,
  };
}

import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Page } from '@marketplace/shared/pagination';
import type { ReviewView } from '@marketplace/shared/reviews/views';
import { displayName } from '@marketplace/shared/users/names';
import { decodeCursor, pageOfRows } from '../../platform/cursor.ts';
import { getPublicUser, profileImageUrl } from '../account/users.ts';

interface ReviewQuery {
  sellerId: string;
  cursor?: string;
  limit: number;
}

/**
 * The reviews of a seller, newest first, by keyset. 404 for nobody and for those deactivated or
 * deleted; a refusal of `cursor` where that is none.
 */
export async function listReviewsOfSeller(
  db: Db,
  { sellerId, cursor, limit }: ReviewQuery,
): Promise<Page<ReviewView>> {
  const after = cursor ? decodeCursor(cursor) : undefined;
  const seller = await getPublicUser(db, sellerId);
  const rows = await reviewsOf(db, seller.id)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(r.created_at, r.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('r.createdAt', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = pageOfRows(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
  return { ...page, items: page.items.map(toReviewView) };
}

function reviewsOf(db: Db, sellerId: string) {
  return db
    .selectFrom('reviews as r')
    .leftJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'r.reviewerId').on('u.deletedAt', 'is', null),
    )
    .select([
      'r.id',
      'r.rating',
      'r.comment',
      'r.reply',
      'r.createdAt',
      'u.id as reviewerId',
      'u.firstName',
      'u.lastName',
      'u.username',
      'u.avatarImageId',
      sql<boolean>`exists (
        select from conversations c
        where c.listing_id = r.listing_id and c.buyer_id = r.reviewer_id
          and c.seller_id = r.seller_id
          and exists (select from messages m
            where m.conversation_id = c.id and m.sender_id = c.buyer_id)
          and exists (select from messages m
            where m.conversation_id = c.id and m.sender_id = c.seller_id)
      )`.as('verifiedContact'),
    ])
    .where('r.sellerId', '=', sellerId);
}

type ReviewRow = Awaited<ReturnType<ReturnType<typeof reviewsOf>['execute']>>[number];

function toReviewView(row: ReviewRow): ReviewView {
  const { firstName, lastName, username } = row;
  return {
    id: row.id,
    rating: row.rating,
    comment: row.comment,
    createdAt: row.createdAt.toISOString(),
    reviewer: {
      firstName,
      lastName,
      profileImageUrl: profileImageUrl(row.avatarImageId),
      displayName: row.reviewerId ? displayName({ firstName, lastName, username }) : 'Deleted user',
    },
    verifiedContact: row.verifiedContact,
    reply: row.reply,
  };
}

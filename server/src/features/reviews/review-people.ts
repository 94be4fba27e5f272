import { type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Users } from '@marketplace/db/types.generated';
import { noTraces } from '../../platform/traces.ts';
import { haveTalked } from '../messaging/conversations.ts';

export interface Person extends Pick<
  Selectable<Users>,
  'id' | 'email' | 'firstName' | 'lastName' | 'username' | 'mailReviews'
> {
  /** True if the user is neither deactivated nor deleted. */
  isActive: boolean;
}

/**
 * Locks the users of a review until the transaction ends, so that no deactivation or deletion
 * overlaps it and changes of one seller's rating run one by one. Returns them by id. All changes of
 * reviews lock users in ascending id, then the review, then feeds.
 */
export async function lockPeople(db: Db, ids: (string | null)[]): Promise<Map<string, Person>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lastName', 'username', 'mailReviews'])
    .select(sql<boolean>`deactivated_at is null and deleted_at is null`.as('isActive'))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((person) => [person.id, person]));
}

/** Lets one transaction at a time write reviews by this author. Call it before any row lock. */
export async function lockReviewsBy(db: Db, authorId: string): Promise<void> {
  const name = `reviews by ${authorId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** Locks an author and every seller they rated. Call it before any other row lock. */
export async function lockReviewedSellers(trx: Db, authorId: string): Promise<void> {
  await lockReviewsBy(trx, authorId);
  const sellers = await trx
    .selectFrom('reviews')
    .select('sellerId')
    .distinct()
    .where('reviewerId', '=', authorId)
    .execute();
  await lockPeople(trx, [authorId, ...sellers.map(({ sellerId }) => sellerId)]);
}

/**
 * Anonymizes the reviews of a deleted author, after `lockReviewedSellers`. Removes sealed reviews
 * and those without a conversation in which both wrote, also from ratings.
 */
export async function anonymizeReviews(trx: Db, authorId: string): Promise<void> {
  await sql`
    with removed as (
      delete from reviews r
      where r.reviewer_id = ${authorId}
        and (r.state = 'sealed'
          or not ${haveTalked(sql.ref('r.reviewer_id'), sql.ref('r.seller_id'))})
      returning r.seller_id, r.rating, r.state, r.about
    ), sums as (
      select seller_id, sum(rating) as sum, count(*) as count
      from removed where state = 'public' and about = 'seller' group by seller_id
    )
    update users u
    set rating_sum = u.rating_sum - s.sum, rating_count = u.rating_count - s.count
    from sums s where u.id = s.seller_id`.execute(trx);
  await trx
    .updateTable('reviews')
    .set({ reviewerId: null, ...noTraces })
    .where('reviewerId', '=', authorId)
    .execute();
}

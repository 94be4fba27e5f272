import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { noTraces } from '../../platform/traces.ts';
import { haveTalked } from '../messaging/both-wrote.ts';
import { lockPeople, lockReviewsBy } from './review-people.ts';

/** Locks an author and every seller they rated, before any other row is locked. */
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
 * Removes the reviews of an author who leaves, from the ratings too, where author and seller have
 * not both written in a conversation; the others lose the name. To be called under
 * `lockReviewedSellers`.
 */
export async function leaveReviews(trx: Db, authorId: string): Promise<void> {
  await sql`
    with removed as (
      delete from reviews r
      where r.reviewer_id = ${authorId}
        and not ${haveTalked(sql.ref('r.reviewer_id'), sql.ref('r.seller_id'))}
      returning r.seller_id, r.rating, r.state
    ), sums as (
      select seller_id, sum(rating) as sum, count(*) as count
      from removed where state = 'public' group by seller_id
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

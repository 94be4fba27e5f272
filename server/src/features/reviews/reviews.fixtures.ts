import { type Kysely, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { DB } from '@marketplace/db/types.generated';
import type { Session } from '../../context.ts';
import type { Parts } from '../../parts.ts';
import { contextOfUser } from '../../test/context.ts';
import { createCallerFactory } from '../../trpc.ts';
import { reviewsRouter } from './reviews.router.ts';

const createReviewsCaller = createCallerFactory(reviewsRouter);

/** The procedures of reviews as this user calls them. */
export function reviewsOf(parts: Parts, user: Session['user']) {
  return createReviewsCaller(contextOfUser(parts, user));
}

/** The users whose stored rating is not what their reviews say; empty when all is right. */
export async function findWrongRatings(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select u.id, u.rating_sum, u.rating_count, coalesce(r.sum, 0) as sum, coalesce(r.count, 0) as count
    from users u left join (
      select seller_id, sum(rating), count(*) from reviews group by seller_id
    ) r on r.seller_id = u.id
    where u.rating_sum <> coalesce(r.sum, 0) or u.rating_count <> coalesce(r.count, 0)`.execute(db);
  return rows;
}

/** What the deletion of an account does to users and reviews: the author's name goes, the words stay. */
export async function leave(db: Kysely<DB>, userId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ deletedAt: new Date() })
      .where('id', '=', userId)
      .execute();
    await trx
      .updateTable('reviews')
      .set({ reviewerId: null })
      .where('reviewerId', '=', userId)
      .execute();
  });
}

import type { Db } from '@marketplace/db/database';
import { inPages, pageSize } from './in-pages.ts';
import { personName } from '@marketplace/shared/users/names';

/** The reviews that the user wrote, then those that they received. */
export async function* exportReviews(db: Db, userId: string): AsyncGenerator<object> {
  yield* exportSide(db, userId, 'written');
  yield* exportSide(db, userId, 'received');
}

async function* exportSide(db: Db, userId: string, side: 'written' | 'received') {
  const [mine, others] =
    side === 'written'
      ? (['r.reviewerId', 'r.sellerId'] as const)
      : (['r.sellerId', 'r.reviewerId'] as const);
  const reviews = inPages((after: { id: string } | undefined) =>
    db
      .selectFrom('reviews as r')
      .innerJoin('listings as l', 'l.id', 'r.listingId')
      .leftJoin('users as u', 'u.id', others)
      .select(['r.id', 'r.rating', 'r.comment', 'r.reply', 'r.repliedAt', 'r.createdAt', 'r.state'])
      .select([
        'l.title',
        'u.firstName',
        'u.lastName',
        'u.username',
        'u.deletedAt',
        'u.id as otherId',
      ])
      .where(mine, '=', userId)
      .$if(side === 'received', (query) => query.where('r.state', '=', 'public'))
      .$if(after !== undefined, (query) => query.where('r.id', '>', after?.id ?? ''))
      .orderBy('r.id')
      .limit(pageSize)
      .execute(),
  );
  for await (const row of reviews) {
    const { rating, comment, reply, repliedAt, createdAt, state } = row;
    const other = personName(row.otherId === null ? null : row);
    const about = { side, listing: row.title, [side === 'written' ? 'seller' : 'reviewer']: other };
    yield { ...about, rating, comment, reply, repliedAt, createdAt, state };
  }
}

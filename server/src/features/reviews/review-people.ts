import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';

/** A seller or reviewer, as far as a change of a review needs to know them. */
export interface Person {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  username: string;
  mailReviews: boolean;
  /** Neither deactivated nor deleted. */
  isActive: boolean;
}

/**
 * The people of a review by their ids, locked until the transaction ends: a deactivation or deletion
 * comes before it or after it, and changes of one seller's rating follow one another.
 *
 * Order of locks wherever reviews change: these users in ascending id, the review, the feeds.
 */
export async function lockPeople(db: Db, ids: string[]): Promise<Map<string, Person>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lastName', 'username', 'mailReviews'])
    .select(['deactivatedAt', 'deletedAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(
    rows.map(({ deactivatedAt, deletedAt, ...person }) => [
      person.id,
      { ...person, isActive: !deactivatedAt && !deletedAt },
    ]),
  );
}

/**
 * Until the transaction ends nobody else writes a review by this author. To be taken before any row
 * is locked.
 */
export async function lockReviewsBy(db: Db, authorId: string): Promise<void> {
  const name = `reviews by ${authorId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** Whether `receiverId` blocks `authorId`: then nothing is told to them. */
export async function isBlocking(db: Db, receiverId: string, authorId: string): Promise<boolean> {
  const row = await db
    .selectFrom('blocks')
    .select('blockerId')
    .where('blockerId', '=', receiverId)
    .where('blockedId', '=', authorId)
    .executeTakeFirst();
  return row !== undefined;
}

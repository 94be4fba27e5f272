import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { maxCountedListings } from '@marketplace/shared/account/constants';
import type { ProfileView } from '@marketplace/shared/users/views';
import { findReplyTime } from './reply-time.ts';
import { getPublicUser } from './users.ts';

/** A user's public page. 404 for nobody and for those deactivated or deleted. */
export async function getProfile(db: Db, id: string): Promise<ProfileView> {
  const user = await getPublicUser(db, id);
  const [activeListings, replyTime] = await Promise.all([
    countListings(db, user.id),
    findReplyTime(db, user.id),
  ]);
  return { ...user, activeListings, replyTime };
}

async function countListings(db: Db, sellerId: string): Promise<number> {
  const some = db
    .selectFrom('listings')
    .select('id')
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .where('visible', '=', true)
    .limit(maxCountedListings);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

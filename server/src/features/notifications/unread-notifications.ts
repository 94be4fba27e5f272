import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { NotificationView } from '@marketplace/shared/notifications/centre-views';
import { maxUnreadCounted } from '@marketplace/shared/notifications/constants';
import { appendToFeeds, type StoredEntry } from '../../realtime/feed.ts';

/**
 * How many entries of the notification centre the user has not read, counted up to 100. Those of
 * messages are left out: these have a counter of their own.
 */
export async function countUnreadNotifications(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom((query) =>
      query
        .selectFrom('notifications')
        .select('id')
        .where('userId', '=', userId)
        .where('readAt', 'is', null)
        .where('type', '<>', 'message')
        .limit(maxUnreadCounted)
        .as('unread'),
    )
    .select((query) => query.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Until the transaction ends, nobody else changes what the user has not read, so that the numbers in
 * the feed are true in its order. False for those who are gone. To be taken before any notification
 * is changed, and for several users in ascending order of their ids.
 */
export async function lockCentre(db: Db, userId: string): Promise<boolean> {
  const feed = await db
    .selectFrom('feeds')
    .select(sql<number>`1`.as('found'))
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return feed !== undefined;
}

/**
 * Tells the user's pages of an entry, or with null that entries were read, with the new number of
 * unread ones; under the lock of `lockCentre`.
 */
export async function tellPages(
  db: Db,
  userId: string,
  notification: NotificationView | null,
): Promise<StoredEntry[]> {
  const unreadNotifications = await countUnreadNotifications(db, userId);
  return appendToFeeds(db, [userId], { type: 'notification', notification, unreadNotifications });
}

import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Json } from '@marketplace/db/types.generated';
import type { StoredEntry } from '../../realtime/feed.ts';
import { type NotificationPayload, viewNotification } from './notification.view.ts';
import { lockCentre, tellPages } from './unread-notifications.ts';

/**
 * Puts news into a user's notification centre, within the transaction of what they tell of; after
 * the commit hand what is returned to `hub.deliver`. Unread news with the same `groupKey` are one
 * entry that counts them and shows the newest. Whoever has deleted their account is told nothing.
 */
export async function notify(
  db: Db,
  { userId, groupKey, ...news }: NotificationPayload & { userId: string; groupKey: string },
): Promise<StoredEntry[]> {
  if (!(await lockCentre(db, userId))) return [];
  const row = await db
    .insertInto('notifications')
    .values({ userId, groupKey, type: news.type, data: JSON.stringify(news.data) })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'groupKey'])
        .where('readAt', 'is', null)
        .doUpdateSet({
          count: sql<number>`notifications.count + 1`,
          data: (excluded) => excluded.ref('excluded.data').$castTo<Json>(),
          createdAt: sql<Date>`now()`,
        }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return tellPages(db, userId, viewNotification(row));
}

import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import type { NotificationView } from '@marketplace/shared/notifications/centre-views';
import type { Page } from '@marketplace/shared/pagination';
import type { AppContext } from '../../app-context.ts';
import { decodeCursor, pageOfRows } from '../../platform/cursor.ts';
import type { StoredEntry } from '../../realtime/feed.ts';
import { viewNotification } from './notification.view.ts';
import { countUnreadNotifications, lockCentre, tellPages } from './unread-notifications.ts';

/**
 * The user's notifications, newest first, by keyset. Those of a conversation that is hidden, because
 * the user blocks the other person, are left out. A refusal of `cursor` where that is none.
 */
export async function listNotifications(
  db: Db,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<NotificationView>> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const rows = await db
    .selectFrom('notifications as n')
    .selectAll('n')
    .where('n.userId', '=', userId)
    // One look-up by key for each entry that is read, however many conversations there are.
    .where(
      sql<boolean>`(
        select p.hidden from conversation_participants p
        where p.conversation_id = (n.data ->> 'conversationId')::uuid and p.user_id = n.user_id
      ) is not true`,
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(n.created_at, n.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('n.createdAt', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = pageOfRows(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
  return { ...page, items: page.items.map(viewNotification) };
}

/**
 * Marks these of the user's notifications as read, or all of them, tells the user's pages where that
 * changed something, and returns how many are left unread. Ids of others' change nothing.
 */
export async function markNotificationsRead(
  { db, hub }: Pick<AppContext, 'db' | 'hub'>,
  userId: string,
  ids?: string[],
): Promise<number> {
  const entries = await db.transaction().execute((trx) => storeReading(trx, userId, ids));
  hub.deliver(entries);
  return countUnreadNotifications(db, userId);
}

async function storeReading(trx: Db, userId: string, ids?: string[]): Promise<StoredEntry[]> {
  if (!(await lockCentre(trx, userId))) return [];
  const { numUpdatedRows } = await trx
    .updateTable('notifications')
    .set({ readAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .$if(ids !== undefined, (query) =>
      query.where('id', '=', sql<string>`any(${(ids ?? []).filter(isId)}::uuid[])`),
    )
    .executeTakeFirst();
  return numUpdatedRows === 0n ? [] : tellPages(trx, userId, null);
}

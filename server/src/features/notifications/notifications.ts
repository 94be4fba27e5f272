import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Json } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import { maxUnreadCounted } from '@marketplace/shared/notifications/inputs';
import type { NotificationView } from '@marketplace/shared/notifications/views';
import type { Page } from '@marketplace/shared/pagination';
import type { AppContext } from '../../app-context.ts';
import { readPage } from '../../platform/cursor.ts';
import { inBatches } from '../../platform/jobs.ts';
import {
  appendToFeeds,
  type LockedFeeds,
  lockFeeds,
  type StoredEntry,
} from '../../realtime/feed.ts';
import { type NotificationDraft, viewNotification } from './notification.view.ts';

/**
 * Adds an entry to a user's notification center, within the transaction of the change it is about.
 * After the commit, pass the returned entries to `hub.deliver`. Unread entries with the same `groupKey`
 * become one that counts them and shows the newest. Users who deleted their account get none. To be
 * called for several users in ascending order of their ids.
 */
export async function notify(
  trx: Db,
  { userId, groupKey, ...payload }: NotificationDraft,
): Promise<StoredEntry[]> {
  // Locked first, so that nobody else changes what is unread before it is counted.
  const feeds = await lockFeeds(trx, [userId]);
  if (feeds.size === 0) return [];
  const row = await trx
    .insertInto('notifications')
    .values({ userId, groupKey, type: payload.type, data: JSON.stringify(payload.data) })
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
  return appendNotification(trx, { userId, feeds, notification: viewNotification(row) });
}

/**
 * The user's notifications, newest first, by keyset, without those of conversations that the user
 * hides. Throws BAD_REQUEST for a `cursor` that is not valid.
 */
export async function listNotifications(
  db: Db,
  userId: string,
  query: { cursor?: string | undefined; limit: number },
): Promise<Page<NotificationView>> {
  const notifications = db
    .selectFrom('notifications as n')
    .selectAll('n')
    .where('n.userId', '=', userId)
    // One lookup by key for each entry that is read, however many conversations there are.
    .where(
      sql<boolean>`(
        select p.hidden from conversation_participants p
        where p.conversation_id = (n.data ->> 'conversationId')::uuid and p.user_id = n.user_id
      ) is not true`,
    );
  const page = await readPage(notifications, query, { at: 'n.createdAt', id: 'n.id' });
  return { ...page, items: page.items.map(viewNotification) };
}

/**
 * How many notifications the user has not read, counted up to 100. Those of messages are left out:
 * they have their own counter.
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
 * Marks these of the user's notifications as read, or all of them, updates the user's pages if that
 * changed something, and returns how many are left unread. Ids of others change nothing.
 */
export async function markNotificationsRead(
  { db, hub }: Pick<AppContext, 'db' | 'hub'>,
  userId: string,
  ids?: string[],
): Promise<number> {
  const entries = await db.transaction().execute(async (trx) => {
    const feeds = await lockFeeds(trx, [userId]);
    const { numUpdatedRows } = await trx
      .updateTable('notifications')
      .set({ readAt: sql<Date>`now()` })
      .where('userId', '=', userId)
      .where('readAt', 'is', null)
      .$if(ids !== undefined, (query) =>
        query.where('id', '=', sql<string>`any(${(ids ?? []).filter(isId)}::uuid[])`),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return [];
    return appendNotification(trx, { userId, feeds, notification: null });
  });
  hub.deliver(entries);
  return countUnreadNotifications(db, userId);
}

/** An event for the user's pages: an entry, or null for entries that were read. */
async function appendNotification(
  trx: Db,
  change: { userId: string; feeds: LockedFeeds; notification: NotificationView | null },
): Promise<StoredEntry[]> {
  const { userId, feeds, notification } = change;
  const unreadNotifications = await countUnreadNotifications(trx, userId);
  const event = { type: 'notification' as const, notification, unreadNotifications };
  return appendToFeeds(trx, feeds, [{ userId, event: () => event }]);
}

/** Removes notifications older than 90 days, read or not; one that is locked stays for now. */
export async function sweepNotifications(db: Db): Promise<void> {
  await inBatches((size) =>
    sql`delete from notifications where id in (
      select id from notifications where created_at < now() - interval '90 days'
      limit ${size} for update skip locked
    )`.execute(db),
  );
}

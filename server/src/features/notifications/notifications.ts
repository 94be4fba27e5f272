import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Json } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import { maxUnreadCounted } from '@marketplace/shared/notifications/inputs';
import type { NotificationType, NotificationView } from '@marketplace/shared/notifications/views';
import type { Page } from '@marketplace/shared/pagination';
import type { AppContext } from '../../app-context.ts';
import { readPage } from '../../platform/cursor.ts';
import { inBatches, queuePushes } from '../../platform/jobs.ts';
import * as feed from '../../realtime/feed.ts';
import { type NotificationDraft, pushKindByType, viewNotification } from './notification.view.ts';

/** Returns an SQL condition: the user was notified of this listing at this price within a day. */
export function alreadyNotified(listing: { user: string; id: string; price: string }) {
  const { user, id, price } = listing;
  return `exists (select from notifications sent where sent.user_id = ${user}
    and sent.created_at > now() - interval '1 day' and sent.type in ('alert', 'price-drop')
    and sent.data ->> 'listingId' = ${id}::text and sent.data ->> 'price' = ${price}::text)`;
}

/**
 * Adds an entry to a user's notification center in the caller's transaction, and queues its pushes.
 * Unread entries with the same `groupKey` become one that counts them and shows the newest. Deleted
 * users get none. Pass the events to `hub.deliver` after the commit. Notify several users in
 * ascending id, the order in which feeds are locked.
 */
export function notify(trx: Db, draft: NotificationDraft): Promise<feed.StoredEntry[]> {
  return notifyAll(trx, [draft]);
}

/** Notifies any number of users at once, with one entry each, as `notify` does. */
export async function notifyAll(trx: Db, drafts: readonly NotificationDraft[]) {
  // Lock first, so that the unread count cannot change before it is in the event.
  const users = drafts.map(({ userId }) => userId);
  const feeds = await feed.lockFeeds(trx, users);
  const wanted = drafts.filter(({ userId }) => feeds.has(userId));
  if (wanted.length === 0) return [];
  const rows = await trx
    .insertInto('notifications')
    .values(wanted.map(({ data, ...draft }) => ({ ...draft, data: JSON.stringify(data) })))
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'groupKey'])
        .where('readAt', 'is', null)
        .doUpdateSet({
          count: sql<number>`notifications.count + excluded.count`,
          data: (excluded) => excluded.ref('excluded.data').$castTo<Json>(),
          createdAt: sql<Date>`now()`,
        }),
    )
    .returningAll()
    .execute();
  const pushed = rows.flatMap(({ id, type }) => {
    const kind = pushKindByType[type as NotificationType];
    return kind ? [{ notificationId: id, kind }] : [];
  });
  await queuePushes(trx, pushed);
  const changes = rows.map((row) => ({ userId: row.userId, notification: viewNotification(row) }));
  return appendNotifications(trx, feeds, changes);
}

/** Returns a page of notifications, newest first, without those of hidden conversations. */
export async function listNotifications(
  db: Db,
  userId: string,
  query: { cursor?: string | undefined; limit: number },
): Promise<Page<NotificationView>> {
  const notifications = db
    .selectFrom('notifications as n')
    .selectAll('n')
    .where('n.userId', '=', userId)
    // A subquery, because it costs one lookup by key per entry and reads no other conversations.
    .where(
      sql<boolean>`(
        select p.hidden from conversation_participants p
        where p.conversation_id = (n.data ->> 'conversationId')::uuid and p.user_id = n.user_id
      ) is not true`,
    );
  const page = await readPage(notifications, query, { at: 'n.createdAt', id: 'n.id' });
  return { ...page, items: page.items.map(viewNotification) };
}

/** Returns how many are unread, at most `maxUnreadCounted`, without those of messages. */
export async function countUnreadNotifications(db: Db, userId: string): Promise<number> {
  return (await countUnread(db, [userId])).get(userId) ?? 0;
}

async function countUnread(db: Db, userIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ userId: string; count: number }>`
    select given.user_id, (
      select count(*)::int from (
        select from notifications n
        where n.user_id = given.user_id and n.read_at is null and n.type <> 'message'
        limit ${maxUnreadCounted}
      ) unread
    ) as count
    from unnest(${userIds}::uuid[]) as given (user_id)`.execute(db);
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

/** Marks these notifications, or all, as read, also on open pages. Returns how many are left. */
export async function markNotificationsRead(
  { db, hub }: Pick<AppContext, 'db' | 'hub'>,
  userId: string,
  ids?: string[],
): Promise<number> {
  const entries = await db.transaction().execute(async (trx) => {
    const feeds = await feed.lockFeeds(trx, [userId]);
    const { numUpdatedRows } = await trx
      .updateTable('notifications')
      .set({ readAt: sql<Date>`now()` })
      .where((eb) => eb.and({ userId, readAt: null }))
      .$if(ids !== undefined, (query) =>
        query.where('id', '=', sql<string>`any(${(ids ?? []).filter(isId)}::uuid[])`),
      )
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return [];
    return appendNotifications(trx, feeds, [{ userId, notification: null }]);
  });
  hub.deliver(entries);
  return countUnreadNotifications(db, userId);
}

/** Appends an event to each user's feed, with the new entry, or null if entries were read. */
async function appendNotifications(
  trx: Db,
  feeds: feed.LockedFeeds,
  changes: { userId: string; notification: NotificationView | null }[],
): Promise<feed.StoredEntry[]> {
  const users = changes.map(({ userId }) => userId);
  const unread = await countUnread(trx, users);
  const drafts = changes.map(({ userId, notification }) => {
    const unreadNotifications = unread.get(userId) ?? 0;
    const event = { type: 'notification' as const, notification, unreadNotifications };
    return { userId, event: () => event };
  });
  return feed.appendToFeeds(trx, feeds, drafts);
}

/** Removes notifications older than 90 days. Locked ones stay until the next sweep. */
export async function sweepNotifications(db: Db): Promise<void> {
  await inBatches((size) =>
    sql`delete from notifications where id in (
      select id from notifications where created_at < now() - interval '90 days'
      limit ${size} for update skip locked
    )`.execute(db),
  );
}

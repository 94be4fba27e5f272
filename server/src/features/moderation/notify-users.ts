import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { appendConversationEvents, type StoredEntry } from '../../realtime/feed.ts';
import type { ActionResult } from './case-action.ts';
import type { NotificationPayload } from '../notifications/notification.view.ts';
import { notify } from '../notifications/notify.ts';

/** What one person is told in the notification centre. */
export type NotificationDraft = NotificationPayload & { userId: string; groupKey: string };

/** A message that says something else from now on. */
export interface Rewritten {
  conversationId: string;
  messageId: string;
  content: string;
  /** The two people of the conversation. */
  userIds: string[];
}

/**
 * Tells people of a decision, or of its end; their feeds are locked in ascending order of their ids,
 * as by whoever writes into several. Open pages fetch a conversation that changed, or has a rewritten
 * message, anew.
 */
export async function notifyUsers(
  trx: Db,
  { news, rewritten, changed }: Pick<ActionResult, 'news' | 'rewritten' | 'changed'>,
): Promise<StoredEntry[]> {
  const userIds = [...news, ...changed].map(({ userId }) => userId);
  if (rewritten) userIds.push(...rewritten.userIds);
  if (userIds.length === 0) return [];
  await trx
    .selectFrom('feeds')
    .select('userId')
    .where('userId', '=', sql<string>`any(${userIds}::uuid[])`)
    .orderBy('userId')
    .forUpdate()
    .execute();
  const entries = await appendConversationEvents(trx, changed);
  if (rewritten) entries.push(...(await tellOfMessage(trx, rewritten)));
  for (const one of news) entries.push(...(await tell(trx, one)));
  return entries;
}

/** News of the same decision are one entry, also where it was read: it shows the newest of them. */
async function tell(trx: Db, told: NotificationDraft): Promise<StoredEntry[]> {
  const { userId, groupKey, type } = told;
  if (type !== 'flag' && type !== 'review') {
    await trx
      .updateTable('notifications')
      .set({ readAt: null })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('notifications')
          .select('id')
          .where('userId', '=', userId)
          .where('groupKey', '=', groupKey)
          .orderBy('createdAt', 'desc')
          .limit(1),
      )
      .execute();
  }
  return notify(trx, told);
}

/** Also what waits to be fetched, by a page that comes back later, says what the message says now. */
async function tellOfMessage(
  trx: Db,
  { conversationId, messageId, content, userIds }: Rewritten,
): Promise<StoredEntry[]> {
  await sql`
    update feed_events
    set data = jsonb_set(data, '{message,content}', ${JSON.stringify(content)}::jsonb)
    where user_id = any(${userIds}::uuid[]) and type = 'message'
      and data -> 'message' ->> 'id' = ${messageId}`.execute(trx);
  const told = userIds.map((userId) => ({ userId, conversationId }));
  return appendConversationEvents(trx, told);
}

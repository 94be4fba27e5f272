import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { DB, Json } from '@marketplace/db/types.generated';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { displayName } from '@marketplace/shared/users/names';
import { createBatcher } from '../../platform/batcher.ts';
import { appendToFeeds, lockFeeds, type StoredEntry } from '../../realtime/feed.ts';
import type { NotificationPayload } from '../notifications/notification.view.ts';
import { type MessageContext, type MessageRow, viewMessage } from './conversation.view.ts';

/** A conversation as far as sending in it needs it; `userId` is the sender. */
export interface SendContext extends MessageContext {
  /** What the sender is called by. */
  firstName: string | null;
  lastName: string | null;
  username: string;
}

interface NewMessage {
  context: SendContext;
  clientId: string;
  content: string;
}

interface StoredMessage {
  message: MessageView;
  /** For `hub.deliver`. */
  entries: StoredEntry[];
}

/**
 * Stores a message, its place in the conversation, the counters of both people and an event for each,
 * in one transaction, which messages that are sent at the same moment share. The first unread message
 * of a conversation is also an entry of the receiver's notification center, and sets the time of an
 * email. Null, and nothing stored, if the sender has used this `clientId` before or one of the two
 * blocks the other.
 *
 * A message whose conversation or feeds are locked by another transaction is left out of the shared
 * one, which so never waits, and stored on its own.
 */
export const storeMessage = createBatcher(
  async (
    db: Kysely<DB>,
    messages: NewMessage[],
  ): Promise<(StoredMessage | null | Promise<StoredMessage | null>)[]> => {
    const skipLocked = messages.length > 1;
    const stored = await storeMessages(db, messages, { skipLocked });
    return messages.map((message) => {
      const { id } = message.context;
      if (stored.has(id) || !skipLocked) return stored.get(id) ?? null;
      return storeMessages(db, [message]).then((alone) => alone.get(id) ?? null);
    });
  },
  ({ context }) => context.id,
);

/**
 * Stores messages of different conversations. Returns the result for each conversation, and none for
 * those that were left out.
 *
 * Order of locks, here and wherever counters change: conversations in ascending id, feeds in ascending
 * user id, and notifications last. Participants are changed under the lock of their conversation, or
 * by transactions that never wait for a lock. Numbers and times are given out under the first lock,
 * so that they grow in the order in which messages commit.
 */
function storeMessages(
  db: Kysely<DB>,
  messages: NewMessage[],
  { skipLocked = false } = {},
): Promise<Map<string, StoredMessage | null>> {
  return db.transaction().execute(async (trx) => {
    const conversations = await lockConversations(trx, messages, { skipLocked });
    const people = messages.flatMap(({ context: { id, userId, otherId } }) =>
      conversations.has(id) ? [userId, otherId] : [],
    );
    const feeds = await lockFeeds(trx, people, { skipLocked });
    const results = new Map<string, StoredMessage | null>();
    const numbered: NumberedMessage[] = [];
    for (const { context, clientId, content } of messages) {
      const conversation = conversations.get(context.id);
      if (!conversation || !feeds.has(context.userId) || !feeds.has(context.otherId)) continue;
      results.set(context.id, null);
      if (conversation.blocked) continue;
      const { nextSeq: seq, now: createdAt } = conversation;
      const row = { id: randomUUID(), seq, senderId: context.userId, clientId, content, createdAt };
      numbered.push({ context, row });
    }
    const unread = await insertMessages(trx, numbered);
    const inserted = numbered.filter(({ row }) => unread.has(`${row.id} ${row.senderId}`));
    const drafts = inserted.flatMap(({ context, row }) => {
      const message = viewMessage(context, row);
      results.set(context.id, { message, entries: [] });
      return [context.userId, context.otherId].map((userId) => ({
        userId,
        added: userId === message.receiverId ? 1 : 0,
        event: (total: number) => ({
          type: 'message' as const,
          conversationId: context.id,
          message,
          unread: total,
          conversationUnread: unread.get(`${row.id} ${userId}`) ?? 0,
        }),
      }));
    });
    for (const entry of await appendToFeeds(trx, feeds, drafts)) {
      if (entry.event.type !== 'message') continue;
      results.get(entry.event.conversationId)?.entries.push(entry);
    }
    const withoutMail = inserted.filter(({ context }) => !feeds.get(context.otherId)?.isMailDue);
    await scheduleMail(trx, withoutMail);
    const firstUnread = inserted.filter(
      ({ context, row }) => unread.get(`${row.id} ${context.otherId}`) === 1,
    );
    await notifyReceivers(trx, firstUnread);
    return results;
  });
}

/** A message with its place in the conversation. */
interface NumberedMessage {
  context: SendContext;
  row: MessageRow;
}

async function lockConversations(
  trx: Db,
  messages: NewMessage[],
  { skipLocked }: { skipLocked: boolean },
) {
  const ids = messages.map(({ context }) => context.id);
  const rows = await trx
    .selectFrom('conversations')
    .select([
      'id',
      'blocked',
      sql<string>`last_seq + 1`.as('nextSeq'),
      sql<Date>`greatest(last_message_at, clock_timestamp())`.as('now'),
    ])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .$if(skipLocked, (query) => query.skipLocked())
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Inserts the messages, except those whose client id was used before, and updates their conversations.
 * Returns how many messages are unread, by inserted message and user.
 */
async function insertMessages(trx: Db, messages: NumberedMessage[]): Promise<Map<string, number>> {
  const rows = messages.map(({ row }) => row);
  const { rows: participants } = await sql<{ id: string; userId: string; unread: number }>`
    with inserted as (
      insert into messages (conversation_id, id, seq, sender_id, client_id, content, created_at)
      select * from unnest(
        ${messages.map(({ context }) => context.id)}::uuid[],
        ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ seq }) => seq)}::bigint[],
        ${rows.map(({ senderId }) => senderId)}::uuid[],
        ${rows.map(({ clientId }) => clientId)}::uuid[],
        ${rows.map(({ content }) => content)}::text[],
        ${rows.map(({ createdAt }) => createdAt)}::timestamptz[]
      )
      on conflict on constraint messages_client_id_key do nothing
      returning *
    ), updated as (
      update conversations c
      set last_seq = m.seq, last_message = m.content, last_sender_id = m.sender_id,
        last_message_at = m.created_at
      from inserted m where m.conversation_id = c.id
    )
    update conversation_participants p
    set last_message_at = m.created_at, unread = p.unread + (p.user_id <> m.sender_id)::integer
    from inserted m where m.conversation_id = p.conversation_id
    returning m.id, p.user_id, p.unread`.execute(trx);
  return new Map(participants.map(({ id, userId, unread }) => [`${id} ${userId}`, unread]));
}

/** The time of an email is set by the first unread message, so that the others touch no index. */
async function scheduleMail(trx: Db, messages: NumberedMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const receivers = messages.map(({ context }) => context.otherId);
  await trx
    .updateTable('feeds')
    .set({ mailDueAt: sql<Date>`now() + interval '10 minutes'` })
    .where('userId', '=', sql<string>`any(${receivers}::uuid[])`)
    .execute();
}

async function notifyReceivers(trx: Db, messages: NumberedMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const values = messages.map(({ context }) => {
    const { id: conversationId, listingTitle } = context;
    const data = { conversationId, name: displayName(context), listingTitle };
    const payload: NotificationPayload = { type: 'message', data };
    return {
      userId: context.otherId,
      groupKey: `conversation:${conversationId}`,
      type: payload.type,
      data: JSON.stringify(payload.data),
    };
  });
  await trx
    .insertInto('notifications')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'groupKey'])
        .where('readAt', 'is', null)
        .doUpdateSet({
          data: (excluded) => excluded.ref('excluded.data').$castTo<Json>(),
          createdAt: sql<Date>`now()`,
        }),
    )
    .execute();
}

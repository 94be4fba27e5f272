import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import type { Db } from '@marketplace/db/database';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { entryOf, type FeedRow, type StoredEntry } from '../../realtime/feed.ts';
import { messageFrame } from './conversation.view.ts';
import type { ConversationRow } from './conversations.ts';

/**
 * Stores a message, its place in the conversation, the counters of both people and an event for
 * each, all in one statement. Null when its sender has used this `clientId` before.
 *
 * Order of locks, here and wherever counters change: the conversation, its participants, then the
 * feeds in ascending user id. The numbers and the time are taken under the first of them, so that
 * they grow in the order in which messages commit.
 */
export async function storeMessage(
  db: Db,
  conversation: ConversationRow,
  message: { clientId: string; content: string },
): Promise<{ message: MessageView; entries: StoredEntry[] } | null> {
  const { id: conversationId, userId: senderId } = conversation;
  const { clientId, content } = message;
  const id = randomUUID();
  const frame = messageFrame(conversation, senderId);
  const known = JSON.stringify({ ...frame, id, clientId, content, isRead: false });
  try {
    const { rows } = await sql<FeedRow>`
      with numbered as (
        update conversations
        set last_seq = last_seq + 1, last_message = ${content}, last_sender_id = ${senderId},
          last_message_at = greatest(last_message_at, clock_timestamp())
        where id = ${conversationId}
        returning last_seq, last_message_at
      ), stored as (
        insert into messages (conversation_id, seq, id, sender_id, client_id, content, created_at)
        select ${conversationId}, last_seq, ${id}, ${senderId}, ${clientId}, ${content},
          last_message_at
        from numbered
        returning seq, created_at
      ), people as (
        update conversation_participants p
        set last_message_at = s.created_at, unread = p.unread + (p.user_id <> ${senderId})::integer
        from stored s
        where p.conversation_id = ${conversationId}
        returning p.user_id, p.unread
      ), bumped as (
        insert into feeds as f (user_id, last_seq, unread)
        select user_id, 1, (user_id <> ${senderId})::integer from people order by user_id
        on conflict (user_id) do update
        set last_seq = f.last_seq + 1, unread = f.unread + excluded.unread
        returning user_id, last_seq, unread
      )
      insert into feed_events (user_id, seq, type, data)
      select b.user_id, b.last_seq, 'message', jsonb_build_object(
        'conversationId', ${conversationId}::text,
        'message', ${known}::jsonb || jsonb_build_object(
          'seq', s.seq,
          'createdAt', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        ),
        'unread', b.unread,
        'conversationUnread', p.unread
      )
      from bumped b join people p using (user_id) cross join stored s
      returning user_id, seq, type, data`.execute(db);
    const entries = rows.map(entryOf);
    const event = entries[0]?.event;
    if (event?.type !== 'message') throw new Error('A stored message gave no event.');
    return { message: event.message, entries };
  } catch (error) {
    const isSentBefore =
      error instanceof DatabaseError && error.constraint === 'messages_client_id_key';
    if (isSentBefore) return null;
    throw error;
  }
}

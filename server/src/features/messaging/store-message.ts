import { randomUUID } from 'node:crypto';
import { DatabaseError, type Pool, type QueryConfig } from 'pg';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { displayName } from '@marketplace/shared/users/names';
import { entryOf, type FeedRow, type StoredEntry } from '../../realtime/feed.ts';
import type { News } from '../notifications/notification.view.ts';
import { type MessageFrame, messageFrame } from './conversation.view.ts';

/** A conversation as far as sending in it needs it. */
export interface SendingRow extends MessageFrame {
  otherLeft: boolean;
  /** What the sender is called by. */
  firstName: string | null;
  lastName: string | null;
  username: string;
  /** The sender has used this client id before, here or elsewhere. */
  isSent: boolean;
}

type MessageNews = Extract<News, { type: 'message' }>;

/*
 * Both statements are named, so that a connection plans them once: planning them took longer than
 * running them, and every message runs both.
 */

const findSendingStatement: QueryConfig = {
  name: 'find-sending',
  text: `
    select c.id, c.listing_id as "listingId",
      case when l.deleted_at is null then l.title else c.listing_title end as "listingTitle",
      u.id as "userId", u.email, u.first_name as "firstName", u.last_name as "lastName",
      u.username, o.id as "otherId", o.email as "otherEmail",
      o.deleted_at is not null as "otherDeleted",
      o.deleted_at is not null or o.deactivated_at is not null as "otherLeft",
      m.id is not null as "isSent"
    from conversation_participants p
    join conversations c on c.id = p.conversation_id
    join listings l on l.id = c.listing_id
    join users u on u.id = p.user_id
    join users o on o.id = p.other_id
    left join messages m on m.sender_id = p.user_id and m.client_id = $3::uuid
    where p.conversation_id = $1::uuid and p.user_id = $2::uuid`,
};

/** The conversation, for one who is part of it and wants to send; undefined for everybody else. */
export async function findSending(
  pool: Pool,
  message: { senderId: string; conversationId: string; clientId: string },
): Promise<SendingRow | undefined> {
  const { conversationId, senderId, clientId } = message;
  const values = [conversationId, senderId, clientId];
  const { rows } = await pool.query<SendingRow>({ ...findSendingStatement, values });
  return rows[0];
}

const storeStatement: QueryConfig = {
  name: 'store-message',
  text: `
    with numbered as (
      update conversations
      set last_seq = last_seq + 1, last_message = $4, last_sender_id = $2,
        last_message_at = greatest(last_message_at, clock_timestamp())
      where id = $1::uuid and not blocked
      returning last_seq, last_message_at
    ), stored as (
      insert into messages (conversation_id, seq, id, sender_id, client_id, content, created_at)
      select $1::uuid, last_seq, $5::uuid, $2::uuid, $3::uuid, $4, last_message_at from numbered
      returning seq, created_at
    ), people as (
      update conversation_participants p
      set last_message_at = s.created_at, unread = p.unread + (p.user_id <> $2::uuid)::integer
      from stored s
      where p.conversation_id = $1::uuid
      returning p.user_id, p.unread
    ), bumped as (
      insert into feeds as f (user_id, last_seq, unread, mail_due_at)
      select user_id, 1, (user_id <> $2::uuid)::integer,
        case when user_id <> $2::uuid then now() + interval '10 minutes' end
      from people order by user_id
      on conflict (user_id) do update
      set last_seq = f.last_seq + 1, unread = f.unread + excluded.unread,
        mail_due_at = coalesce(f.mail_due_at, excluded.mail_due_at)
      returning user_id, last_seq, unread
    ), told as (
      insert into notifications (user_id, group_key, type, data)
      select b.user_id, 'conversation:' || $1::uuid, 'message', $7::jsonb
      from bumped b join people p using (user_id)
      where b.user_id <> $2::uuid and p.unread = 1
      on conflict (user_id, group_key) where read_at is null do update
      set data = excluded.data, created_at = excluded.created_at
    )
    insert into feed_events (user_id, seq, type, data)
    select b.user_id, b.last_seq, 'message', jsonb_build_object(
      'conversationId', $1::uuid,
      'message', $6::jsonb || jsonb_build_object(
        'seq', s.seq,
        'createdAt', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ),
      'unread', b.unread,
      'conversationUnread', p.unread
    )
    from bumped b join people p using (user_id) cross join stored s
    returning user_id as "userId", seq, type, data`,
};

/**
 * Stores a message, its place in the conversation, the counters of both people and an event for
 * each, all in one statement. The first unread one of a conversation is also an entry of the
 * receiver's notification centre, until the conversation is read. Null, and nothing stored, when its sender has used this `clientId`
 * before, or when one of the two blocks the other. Without a block nothing is hidden, so that what
 * is stored always counts.
 *
 * The time to look whether a mail is needed is set with the first unread message and stays: the
 * others then touch no index of `feeds`.
 *
 * Order of locks, here and wherever counters change: the conversation, its participants, then the
 * feeds in ascending user id, and notifications last. The numbers and the time are taken under the first of them, so that
 * they grow in the order in which messages commit.
 */
export async function storeMessage(
  pool: Pool,
  conversation: SendingRow,
  message: { clientId: string; content: string },
): Promise<{ message: MessageView; entries: StoredEntry[] } | null> {
  const { id: conversationId, userId: senderId } = conversation;
  const { clientId, content } = message;
  const id = randomUUID();
  const frame = messageFrame(conversation, senderId);
  const known = JSON.stringify({ ...frame, id, clientId, content, isRead: false });
  const news = {
    conversationId,
    name: displayName(conversation),
    listingTitle: conversation.listingTitle,
  } satisfies MessageNews['data'];
  const values = [conversationId, senderId, clientId, content, id, known, JSON.stringify(news)];
  try {
    const { rows } = await pool.query<FeedRow>({ ...storeStatement, values });
    if (rows.length === 0) return null;
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

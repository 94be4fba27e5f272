import { randomUUID } from 'node:crypto';
import { DatabaseError, type Pool } from 'pg';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { displayName } from '@marketplace/shared/users/names';
import { createBatcher } from '../../platform/batcher.ts';
import type { StoredEntry } from '../../realtime/feed.ts';
import type { NotificationPayload } from '../notifications/notification.view.ts';
import { type MessageContext, viewMessage } from './conversations.ts';

/** A conversation as far as sending in it needs it, with the names of the sender, `userId`. */
export type SendContext = MessageContext & Parameters<typeof displayName>[0];

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
 * all in one statement, which messages that are sent at the same moment share. Null, and nothing
 * stored, if the sender has used this `clientId` before or one of the two blocks the other.
 *
 * A message whose conversation or feeds are locked by another transaction is left out of the shared
 * statement, so it never waits, and stored alone. So are all of them if one is refused, which
 * undoes the whole statement.
 */
export const storeMessage = createBatcher(
  async (
    pool: Pool,
    messages: NewMessage[],
  ): Promise<(StoredMessage | null | Promise<StoredMessage | null>)[]> => {
    try {
      const stored = await storeMessages(pool, messages, storeUnlocked);
      return messages.map((one) => stored.get(one.context.id) ?? storeAlone(pool, one));
    } catch (error) {
      if (error instanceof DatabaseError) return messages.map((one) => storeAlone(pool, one));
      throw error;
    }
  },
  ({ context }) => context.id,
);

async function storeAlone(pool: Pool, message: NewMessage): Promise<StoredMessage | null> {
  try {
    const stored = await storeMessages(pool, [message], storeWaiting);
    return stored.get(message.context.id) ?? null;
  } catch (error) {
    const isSentBefore =
      error instanceof DatabaseError && error.constraint === 'messages_client_id_key';
    if (isSentBefore) return null;
    throw error;
  }
}

/**
 * Order of locks, here and wherever counters change: conversations in ascending id, feeds in ascending
 * user id, and notifications last. Participants are changed under the lock of their conversation, or
 * by transactions that never wait for a lock. Numbers and times are given out under the first lock,
 * so that they grow in the order in which messages commit.
 */
const locking = `
  asked as (
    select * from unnest(
      $1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::jsonb[], $7::jsonb[]
    ) with ordinality as t (conversation_id, sender_id, client_id, content, id, view, notification, n)
  ), locked as (
    select c.id
    from conversations c
    join conversation_participants p on p.conversation_id = c.id
    join feeds f on f.user_id = p.user_id
    where c.id = any($1::uuid[])
    order by c.id, f.user_id
    for no key update of c, f`;

const inserting = `
  ), numbered as (
    update conversations c
    set last_seq = c.last_seq + 1, last_message = a.content, last_sender_id = a.sender_id,
      last_message_at = greatest(c.last_message_at, clock_timestamp())
    from asked a
    where c.id = a.conversation_id and not c.blocked
      and c.id in (select id from locked group by id having count(*) = 2)
    returning c.id, c.last_seq, c.last_message_at
  ), stored as (
    insert into messages (conversation_id, seq, id, sender_id, client_id, content, created_at)
    select c.id, c.last_seq, a.id, a.sender_id, a.client_id, a.content, c.last_message_at
    from numbered c join asked a on a.conversation_id = c.id
    returning conversation_id, seq, sender_id, created_at`;

const counting = `
  ), people as (
    update conversation_participants p
    set last_message_at = s.created_at, unread = p.unread + (p.user_id <> s.sender_id)::integer
    from stored s where s.conversation_id = p.conversation_id
    returning p.conversation_id, p.user_id, p.unread, (p.user_id <> s.sender_id)::integer as added
  ), bumped as (
    update feeds f
    set last_seq = f.last_seq + n.events, unread = f.unread + n.added,
      mail_due_at = case when n.added > 0
        then coalesce(f.mail_due_at, now() + interval '10 minutes') else f.mail_due_at end
    from (
      select user_id, count(*) as events, sum(added) as added from people group by user_id
    ) n
    where n.user_id = f.user_id
    returning f.user_id, f.last_seq, f.unread`;

/** The first unread message of a conversation is also an entry of the notification center. */
const notifying = `
  ), notified as (
    insert into notifications (user_id, group_key, type, data)
    select p.user_id, 'conversation:' || p.conversation_id, 'message', a.notification
    from people p join asked a using (conversation_id)
    where p.added = 1 and p.unread = 1
    order by p.user_id, p.conversation_id
    on conflict (user_id, group_key) where read_at is null do update
    set data = excluded.data, created_at = excluded.created_at`;

/** Someone who gets several messages gets their events in the order of the messages. */
const logging = `
  ), events as (
    select p.user_id, p.conversation_id, s.seq, s.created_at, p.unread as conversation_unread,
      b.last_seq - count(*) over later as position,
      b.unread - coalesce(sum(p.added) over later, 0) as unread, a.view
    from people p
    join bumped b using (user_id)
    join stored s using (conversation_id)
    join asked a using (conversation_id)
    window later as (
      partition by user_id order by a.n rows between 1 following and unbounded following
    )
  ), logged as (
    insert into feed_events (user_id, seq, type, data)
    select user_id, position, 'message', jsonb_build_object(
      'conversationId', conversation_id, 'unread', unread, 'conversationUnread', conversation_unread,
      'message', view || jsonb_build_object(
        'seq', seq,
        'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      )
    )
    from events
  )
  select user_id as "userId", conversation_id as "conversationId", position, seq,
    created_at as "createdAt", unread::integer, conversation_unread as "conversationUnread"
  from events`;

const storing = inserting + counting + notifying + logging;
/** Named, so that a connection plans them once. */
const storeWaiting = { name: 'store-message', text: `with ${locking}${storing}` };
const storeUnlocked = { name: 'store-messages', text: `with ${locking} skip locked${storing}` };

interface EventRow {
  userId: string;
  conversationId: string;
  position: string;
  seq: string;
  createdAt: Date;
  unread: number;
  conversationUnread: number;
}

/** Stores messages of different conversations; returns the stored ones by conversation. */
async function storeMessages(
  pool: Pool,
  messages: NewMessage[],
  statement: { name: string; text: string },
): Promise<Map<string, StoredMessage>> {
  const drafts = messages.map(({ context, ...message }) => {
    const row = { ...message, id: randomUUID(), senderId: context.userId };
    const notification: NotificationPayload = {
      type: 'message',
      data: {
        conversationId: context.id,
        name: displayName(context),
        listingTitle: context.listingTitle,
      },
    };
    return { context, row, notification };
  });
  const { rows } = await pool.query<EventRow>({
    ...statement,
    values: [
      drafts.map(({ context }) => context.id),
      drafts.map(({ row }) => row.senderId),
      drafts.map(({ row }) => row.clientId),
      drafts.map(({ row }) => row.content),
      drafts.map(({ row }) => row.id),
      // The statement fills in the number and the time.
      drafts.map(({ context, row }) =>
        JSON.stringify(viewMessage(context, { ...row, seq: '1', createdAt: new Date(0) })),
      ),
      drafts.map(({ notification }) => JSON.stringify(notification.data)),
    ],
  });
  const stored = new Map<string, StoredMessage>();
  const byConversation = Map.groupBy(rows, ({ conversationId }) => conversationId);
  for (const { context, row } of drafts) {
    const events = byConversation.get(context.id);
    if (!events?.[0]) continue;
    const { seq, createdAt } = events[0];
    const message = viewMessage(context, { ...row, seq, createdAt });
    const entries = events.map(
      ({ userId, conversationId, position, unread, conversationUnread }): StoredEntry => ({
        userId,
        position: Number(position),
        event: { type: 'message', conversationId, message, unread, conversationUnread },
      }),
    );
    stored.set(context.id, { message, entries });
  }
  return stored;
}

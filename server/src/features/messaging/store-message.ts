import { randomUUID } from 'node:crypto';
import { DatabaseError, type Pool, type QueryConfig } from 'pg';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { displayName } from '@marketplace/shared/users/names';
import { entryOf, type FeedRow, type StoredEntry } from '../../realtime/feed.ts';
import { createBatcher } from '../../platform/batcher.ts';
import type { NotificationPayload } from '../notifications/notification.view.ts';
import { messageFrame } from './conversation.view.ts';
import type { SendingRow } from './load-send-context.ts';

type MessageNews = Extract<NotificationPayload, { type: 'message' }>;

/** A message on its way into the database. `known` is its view as far as that is known before. */
interface Storing {
  conversationId: string;
  senderId: string;
  clientId: string;
  content: string;
  id: string;
  known: string;
  news: string;
}

/** The conversations that nobody else holds, nor the feeds of their people: now nobody can. */
const heldByNobody = `
  select c.id
  from conversations c
  join conversation_participants p on p.conversation_id = c.id
  join feeds f on f.user_id = p.user_id
  where c.id = any($1::uuid[])
  order by c.id, f.user_id
  for no key update of c, f skip locked`;

/** `held` selects the conversations that take part, each once for either of its people. */
function storeStatement(name: string, held: string): QueryConfig {
  const text = `
    with asked as (
      select * from unnest(
        $1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::jsonb[], $7::jsonb[]
      ) with ordinality as t (conversation_id, sender_id, client_id, content, id, known, news, n)
    ), held as (${held}
    ), ready as (
      select id from held group by id having count(*) = 2
    ), numbered as (
      update conversations c
      set last_seq = c.last_seq + 1, last_message = a.content, last_sender_id = a.sender_id,
        last_message_at = greatest(c.last_message_at, clock_timestamp())
      from asked a
      where c.id = a.conversation_id and a.conversation_id in (select id from ready)
        and not c.blocked
      returning c.id, c.last_seq, c.last_message_at
    ), stored as (
      insert into messages (conversation_id, seq, id, sender_id, client_id, content, created_at)
      select c.id, c.last_seq, a.id, a.sender_id, a.client_id, a.content, c.last_message_at
      from numbered c join asked a on a.conversation_id = c.id
      returning conversation_id, seq, created_at
    ), people as (
      update conversation_participants p
      set last_message_at = s.created_at, unread = p.unread + (p.user_id <> a.sender_id)::integer
      from stored s join asked a using (conversation_id)
      where p.conversation_id = s.conversation_id
      returning p.conversation_id, p.user_id, p.unread, (p.user_id <> a.sender_id)::integer as added
    ), bumped as (
      insert into feeds as f (user_id, last_seq, unread, mail_due_at)
      select user_id, count(*), sum(added),
        case when sum(added) > 0 then now() + interval '10 minutes' end
      from people group by user_id order by user_id
      on conflict (user_id) do update
      set last_seq = f.last_seq + excluded.last_seq, unread = f.unread + excluded.unread,
        mail_due_at = coalesce(f.mail_due_at, excluded.mail_due_at)
      returning user_id, last_seq, unread
    ), told as (
      insert into notifications (user_id, group_key, type, data)
      select p.user_id, 'conversation:' || p.conversation_id, 'message', a.news
      from bumped b join people p using (user_id) join asked a using (conversation_id)
      where p.added = 1 and p.unread = 1
      order by p.user_id, p.conversation_id
      on conflict (user_id, group_key) where read_at is null do update
      set data = excluded.data, created_at = excluded.created_at
    )
    insert into feed_events (user_id, seq, type, data)
    select user_id, b.last_seq - count(*) over later, 'message', jsonb_build_object(
      'conversationId', conversation_id,
      'message', a.known || jsonb_build_object(
        'seq', s.seq,
        'createdAt', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ),
      'unread', b.unread - coalesce(sum(p.added) over later, 0),
      'conversationUnread', p.unread
    )
    from bumped b
    join people p using (user_id)
    join stored s using (conversation_id)
    join asked a using (conversation_id)
    window later as (
      partition by user_id order by a.n rows between 1 following and unbounded following
    )
    returning user_id as "userId", seq, type, data`;
  return { name, text };
}

const storeStatements = {
  /** Waits for whoever holds a row. */
  one: storeStatement('store-message', 'select unnest($1::uuid[] || $1::uuid[]) as id'),
  /** Leaves out what somebody holds, so that it never waits, and nobody for another's sake. */
  many: storeStatement('store-messages', heldByNobody),
};

async function runStore(
  pool: Pool,
  statement: QueryConfig,
  asked: Storing[],
): Promise<Map<string, StoredEntry[]>> {
  const { rows } = await pool.query<FeedRow>({
    ...statement,
    values: [
      asked.map(({ conversationId }) => conversationId),
      asked.map(({ senderId }) => senderId),
      asked.map(({ clientId }) => clientId),
      asked.map(({ content }) => content),
      asked.map(({ id }) => id),
      asked.map(({ known }) => known),
      asked.map(({ news }) => news),
    ],
  });
  return Map.groupBy(rows.map(entryOf), ({ event }) =>
    'conversationId' in event ? event.conversationId : '',
  );
}

/**
 * The events of each message. What could not be stored with the others is tried on its own: where
 * somebody holds a row, and where any of them is refused, which undoes them all.
 */
const store = createBatcher(
  async (pool: Pool, asked: Storing[]): Promise<(StoredEntry[] | Promise<StoredEntry[]>)[]> => {
    const alone = async (message: Storing) =>
      (await runStore(pool, storeStatements.one, [message])).get(message.conversationId) ?? [];
    try {
      const stored = await runStore(pool, storeStatements.many, asked);
      return asked.map((message) => stored.get(message.conversationId) ?? alone(message));
    } catch (error) {
      if (error instanceof DatabaseError && asked.length > 1) return asked.map(alone);
      throw error;
    }
  },
  ({ conversationId }) => conversationId,
);

/**
 * Stores a message, its place in the conversation, the counters of both people and an event for
 * each, all in one statement, which it may share with others that are sent at the same moment. The
 * first unread one of a conversation is also an entry of the receiver's notification centre, until
 * the conversation is read. Null, and nothing stored, when its sender has used this `clientId`
 * before, or when one of the two blocks the other. Without a block nothing is hidden, so that what
 * is stored always counts.
 *
 * The time to look whether a mail is needed is set with the first unread message and stays: the
 * others then touch no index of `feeds`.
 *
 * Order of locks, here and wherever counters change: the conversation, its participants, then the
 * feeds in ascending user id, and notifications last. The numbers and the time are taken under the
 * first of them, so that they grow in the order in which messages commit.
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
  const news = {
    conversationId,
    name: displayName(conversation),
    listingTitle: conversation.listingTitle,
  } satisfies MessageNews['data'];
  try {
    const entries = await store(pool, {
      ...{ conversationId, senderId, clientId, content, id },
      known: JSON.stringify({ ...frame, id, clientId, content, isRead: false }),
      news: JSON.stringify(news),
    });
    const event = entries[0]?.event;
    return event?.type === 'message' ? { message: event.message, entries } : null;
  } catch (error) {
    const isSentBefore =
      error instanceof DatabaseError && error.constraint === 'messages_client_id_key';
    if (isSentBefore) return null;
    throw error;
  }
}

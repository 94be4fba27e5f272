import { CompiledQuery } from 'kysely';
import { DatabaseError, type Pool } from 'pg';
import type { Db } from '@marketplace/db/database';
import { createBatcher } from '../../platform/batcher.ts';
import { hooking } from '../webhooks/message-events.ts';
import { notifying, pushing, reporting } from './announce-messages.ts';
import { bothWroteSql } from './conversations.ts';
import {
  collectStored,
  type EventRow,
  type NewMessage,
  type StoredMessage,
  valuesOf,
} from './message-rows.ts';
import { mostPeople, peopleAlike, unseenPeople } from './same-text.ts';

const requesting = `
  requested as (
    select *, row_number() over (partition by sender_id order by n) as nth
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::integer[],
        $7::text[], $8::jsonb[], $9::uuid[], $10::text[], $11::text[],
        $12::bigint[])
      with ordinality as t (conversation_id, sender_id, client_id, content, id, per_minute, kind,
        data, session_id, warning, found, hash, n)
  )`;

/** How many messages, not steps of deals, a user sent in the minute that began with the first. */
const sentBy = (feed: string) =>
  `case when ${feed}.minute_ends_at > now() then ${feed}.sent_in_minute else 0 end`;

/**
 * Locks conversations in ascending id, then feeds in ascending user id, as everywhere that counters
 * change; notifications come last. Participants change under the lock of their conversation, or in
 * transactions that never wait. Sequence numbers and times are assigned under that lock, so that
 * they grow in the order in which messages commit.
 */
const locking = `, locked as (
    select requested.*, c.listing_id, c.listing_title, c.last_seq + 1 as seq, c.last_message_at,
      case requested.sender_id when c.buyer_id then c.seller_id else c.buyer_id end as receiver_id,
      low.user_id as low_id, low.last_seq as low_seq, low.unread as low_unread,
      low.newest_conversation_id as low_newest, low.newest_at as low_newest_at,
      high.last_seq as high_seq, high.unread as high_unread,
      high.newest_conversation_id as high_newest, high.newest_at as high_newest_at
    from requested
    join conversations c on c.id = requested.conversation_id
      and requested.sender_id in (c.buyer_id, c.seller_id)
    join feeds low on low.user_id = least(c.buyer_id, c.seller_id)
    join feeds high on high.user_id = greatest(c.buyer_id, c.seller_id)
    where c.id = any($1::uuid[]) and not c.blocked and nth + case requested.sender_id
      when low.user_id then ${sentBy('low')} else ${sentBy('high')} end <= per_minute
    order by c.id
    for no key update of c, low, high`;

/** Masks an email in SQL as `maskEmail` does: 'j•••@e•••.com'. */
const masked = (email: string) => {
  const domain = `split_part(${email}, '@', 2)`;
  return `left(${email}, 1) || '•••@' || left(${domain}, 1) || '•••' ||
      case when ${domain} like '_%.%' then '.' || split_part(${domain}, '.', -1) else '' end`;
};

/** The earliest time after all messages in a user's other conversations, since lists sort by it. */
const afterOthers = (feed: string) => `case when k.${feed}_newest is distinct from k.conversation_id
          then k.${feed}_newest_at + interval '1 ms' end`;

/**
 * An SQL condition: a new account writes first to a person with whom it has no two-sided
 * conversation. `case` keeps other messages from running the query.
 */
const asksFirst = `case when k.seq = 1 and s.standing = 0 then not exists (
        select from conversation_participants p join conversations c on c.id = p.conversation_id
        where p.user_id = k.sender_id and p.other_id = k.receiver_id and ${bothWroteSql})
      else false end`;

/** An SQL condition: a person wrote or decided this, unlike the entry of a deal that expired. */
const isAnswer = `case when k.kind in ('text', 'photo') then true
      else coalesce(k.data ->> 'status', '') in
        ('open', 'accepted', 'declined', 'countered', 'proposed', 'reserved') end`;

/** To how many other people the sender wrote first with the same text. */
const checkedPeople = `case when k.seq = 1 and k.hash is not null and s.standing < 2
        then (${peopleAlike}) else 0 end`;

const viewing = (people: string) => `
  ), admitted as (
    select k.*, t.created_at, l.title, jsonb_build_object(
        'id', k.id, 'conversationId', k.conversation_id, 'seq', k.seq, 'clientId', k.client_id,
        'senderId', k.sender_id, 'receiverId', k.receiver_id,
        'senderEmail', ${masked('s.email')},
        'receiverEmail', ${masked('r.email')},
        'listingId', k.listing_id, 'listingTitle', l.title, 'content', k.content, 'warning', null, 'isRead', false,
        'kind', k.kind, 'data', k.data,
        'createdAt', to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) as view,
      coalesce(nullif(concat_ws(' ', s.first_name, s.last_name), ''), s.username) as sender_name,
      ${asksFirst} as asks_first, ${isAnswer} as is_answer,
      coalesce(k.found, case when alike.people >= ${unseenPeople}
        then 'The same text went to ' || alike.people + 1 || ' people within a day.' end) as report,
      case when k.seq = 1 and s.standing < 2 then k.hash end as text_hash
    from locked k
    cross join lateral (
      select greatest(k.last_message_at, clock_timestamp(), ${afterOthers('low')},
        ${afterOthers('high')})::timestamptz(3) as created_at
    ) t
    cross join lateral (
      select case when deleted_at is null then title else k.listing_title end as title
      from listings where id = k.listing_id
    ) l
    join users s on s.id = k.sender_id
    join users r on r.id = k.receiver_id and r.deleted_at is null and r.deactivated_at is null
    cross join lateral (
      select ${people} as people
    ) alike
    left join sessions alive on alive.id = k.session_id and alive.expires_at > now()
      and s.deactivated_at is null and s.deleted_at is null
      and (s.suspended_until is null or s.suspended_until <= now())
    where alike.people < ${mostPeople} and (k.session_id is null or alive.id is not null)
      and not exists (
        select from messages m where m.sender_id = k.sender_id and m.client_id = k.client_id)`;

/** True if a sorting time can stay unchanged when a message arrives at `a.created_at`. */
const isRecent = (time: string) => `${time} > a.created_at - interval '10 minutes'`;

const inserting = `
  ), numbered as (
    update conversations c
    set last_seq = a.seq, last_message = a.content, last_sender_id = a.sender_id,
      last_message_at = a.created_at,
      listed_at = case when ${isRecent('c.listed_at')} then c.listed_at else a.created_at end
    from admitted a where c.id = a.conversation_id
  ), stored as (
    insert into messages
      (conversation_id, seq, id, sender_id, client_id, content, kind, data, warning, text_hash,
        created_at)
    select conversation_id, seq, id, sender_id, client_id, content, kind, data, warning, text_hash,
      created_at
    from admitted`;

/**
 * Updates both participants and both feeds. A message returns the conversation to both inboxes, and
 * accepts a request if it answers one. Only its reader's copy of the message has the warning.
 * While it is at the top of a user's list, its time in that list does not change, which saves an
 * index update, unless this statement has messages for several conversations of that user.
 */
const counting = `
  ), busy as (
    select user_id from admitted, lateral (values (sender_id), (receiver_id)) as people (user_id)
    group by user_id having count(*) > 1
  ), counted as (
    update conversation_participants p
    set unread = p.unread + (p.user_id <> a.sender_id)::integer, archived = false,
      is_request = case p.user_id when a.sender_id then p.is_request and not a.is_answer
        else p.is_request or a.asks_first end,
      last_message_at = case
        when ${isRecent('p.last_message_at')} and p.user_id not in (select user_id from busy)
          and p.conversation_id = case p.user_id when a.low_id then a.low_newest else a.high_newest end
        then p.last_message_at else a.created_at end
    from admitted a where a.conversation_id = p.conversation_id
    returning a.n, a.conversation_id, a.kind, a.sender_name, a.title, p.user_id, a.created_at,
      p.is_request, case when a.warning is null or p.user_id = a.sender_id then a.view
        else a.view || jsonb_build_object('warning', a.warning) end as view,
      p.unread as conversation_unread, (p.user_id <> a.sender_id)::integer as added,
      case p.user_id when a.low_id then a.low_seq else a.high_seq end as last_seq,
      case p.user_id when a.low_id then a.low_unread else a.high_unread end as all_unread
  ), events as (
    select n, user_id, conversation_id, conversation_unread, added, kind, view, sender_name, title,
      is_request, created_at, last_seq + row_number() over so_far as position, all_unread + sum(added) over so_far as unread
    from counted
    window so_far as (partition by user_id order by n)
  ), bumped as (
    update feeds f
    set last_seq = u.last_seq, unread = u.unread, newest_conversation_id = u.newest,
      newest_at = u.newest_at,
      mail_due_at = case when u.added > 0
        then coalesce(f.mail_due_at, now() + interval '10 minutes') else f.mail_due_at end,
      sent_in_minute = ${sentBy('f')} + u.sent,
      minute_ends_at = case when u.sent = 0 or f.minute_ends_at > now()
        then f.minute_ends_at else now() + interval '1 minute' end
    from (
      select user_id, max(position) as last_seq, max(unread) as unread, sum(added) as added,
        max(created_at) as newest_at,
        count(*) filter (where added = 0 and kind in ('text', 'photo')) as sent,
        case count(*) when 1 then (array_agg(conversation_id))[1] end as newest
      from events group by user_id
    ) u
    where u.user_id = f.user_id`;

/** Logs the events. A user who gets several messages gets their events in the same order. */
const logging = (caseId: string) => `
  ), logged as (
    insert into feed_events (user_id, seq, type, data)
    select user_id, position, 'message', jsonb_build_object(
      'conversationId', conversation_id, 'unread', unread,
      'conversationUnread', conversation_unread, 'isRequest', is_request, 'message', view)
    from events
  )
  select n::integer, user_id as "userId", position, unread::integer,
    conversation_unread as "conversationUnread", is_request as "isRequest",
    case added when 0 then view end as message, view ->> 'warning' as warning,
    ${caseId} as "caseId"
  -- A SELECT in a WITH clause runs only if it is read.
  from events, (select count(job) from pushed) done
  order by n, added`;

const caseOfMessage = `(select o.id from opened o where o.target_id::text = view ->> 'id')`;

/** Most messages open no case, so their statement leaves out what only a case needs. */
const storing = (isChecked: boolean) =>
  viewing(isChecked ? checkedPeople : '0') +
  (inserting + counting + notifying + pushing + hooking + (isChecked ? reporting : '')) +
  logging(isChecked ? caseOfMessage : 'null');

/** The statements are named so that a connection plans each only once. */
const statementsOf = (name: string, waiting: '' | ' skip locked') => {
  const statement = (isChecked: boolean) => ({
    name: isChecked ? `${name}-checked` : name,
    text: `with ${requesting}${locking}${waiting}${storing(isChecked)}`,
  });
  const [plain, checked] = [statement(false), statement(true)];
  return (messages: NewMessage[]) =>
    messages.some(({ report, textHash }) => report ?? textHash) ? checked : plain;
};
const storeWaiting = statementsOf('store-message', '');
const storeUnlocked = statementsOf('store-messages', ' skip locked');

/**
 * Stores a message, its position, the counters of both people and an event for each, in one
 * statement that messages sent at the same moment share. Returns null and stores nothing if the
 * sender is not part of the conversation, sent too many messages, sent this text to too many people
 * or used this `clientId` before, or if the other person has left or one blocks the other. Also
 * returns null if its rows are locked, and for all messages of a refused statement. Retry those
 * with `storeAlone`, which waits.
 */
export const storeMessage = createBatcher(
  async (pool: Pool, messages: NewMessage[]): Promise<(StoredMessage | null)[]> => {
    try {
      return await storeMessages(pool, messages, storeUnlocked);
    } catch (error) {
      if (error instanceof DatabaseError) return messages.map(() => null);
      throw error;
    }
  },
  ({ conversationId }) => conversationId,
);

/** Stores one message like `storeMessage`, but waits for locks. */
export async function storeAlone(pool: Pool, message: NewMessage): Promise<StoredMessage | null> {
  try {
    const [stored = null] = await storeMessages(pool, [message], storeWaiting);
    return stored;
  } catch (error) {
    if (isSentBefore(error)) return null;
    throw error;
  }
}

/** Returns true if a message was not stored because its `clientId` was used before. */
export function isSentBefore(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === 'messages_client_id_key';
}

/** Stores one message within a transaction, which fails if the `clientId` was used before. */
export async function storeWithin(trx: Db, message: NewMessage): Promise<StoredMessage | null> {
  const query = CompiledQuery.raw(storeWaiting([message]).text, valuesOf([message]));
  return collectStored((await trx.executeQuery<EventRow>(query)).rows).get(1) ?? null;
}

/** Stores messages of different conversations. Returns null in place of each it left out. */
async function storeMessages(pool: Pool, messages: NewMessage[], statement: typeof storeWaiting) {
  const values = valuesOf(messages);
  const { rows } = await pool.query<EventRow>({ ...statement(messages), values });
  const stored = collectStored(rows);
  return messages.map((_, at) => stored.get(at + 1) ?? null);
}

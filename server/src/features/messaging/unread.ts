import { type Kysely, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { DB } from '@marketplace/db/types.generated';
import type { AppContext } from '../../app-context.ts';
import { entryOf, type FeedRow, type StoredEntry } from '../../realtime/feed.ts';
import { getConversation } from './conversations.ts';

/** How many messages the user has not read, in all conversations. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const feed = await db
    .selectFrom('feeds')
    .select('unread')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return feed?.unread ?? 0;
}

/**
 * Marks the messages up to and with `upToSeq` as read by the user, tells both people, and returns
 * what is left unread in all conversations. Reading never goes back: a lower number than before
 * changes nothing. Throws NOT_FOUND for those who are not part of the conversation.
 */
export async function markRead(
  { db, hub }: Pick<AppContext, 'db' | 'hub'>,
  reading: { userId: string; conversationId: string; upToSeq: number },
): Promise<number> {
  const { userId, upToSeq } = reading;
  const conversation = await getConversation(db, reading.conversationId, userId);
  if (upToSeq > Number(conversation.readSeq)) {
    const entries = await storeReading(db, { userId, conversationId: conversation.id, upToSeq });
    hub.deliver(entries);
  }
  return countUnread(db, userId);
}

/**
 * What is hidden counts nowhere, so that reading it lowers nothing but its own number. Who has
 * nothing unread any more needs no mail, and a conversation without anything unread is no news. Who
 * has no feed has deleted their account and gets no event. The
 * conversation is locked by a statement of its own, so that the second one sees all that was
 * committed before: whoever changes counters of a conversation holds this lock (see `storeMessage`).
 */
async function storeReading(
  db: Kysely<DB>,
  reading: { userId: string; conversationId: string; upToSeq: number },
): Promise<StoredEntry[]> {
  const { userId, conversationId, upToSeq } = reading;
  const { rows } = await db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom('conversations')
      .select('id')
      .where('id', '=', conversationId)
      .forNoKeyUpdate()
      .execute();
    return sql<FeedRow>`
      with newly as (
        select p.user_id, least(${upToSeq}::bigint, c.last_seq) as upto,
          (select count(*)::integer from messages m
            where m.conversation_id = c.id and m.sender_id <> p.user_id
              and m.seq > p.read_seq and m.seq <= least(${upToSeq}::bigint, c.last_seq)) as read
        from conversation_participants p join conversations c on c.id = p.conversation_id
        where c.id = ${conversationId} and p.user_id = ${userId}
      ), marked as (
        update conversation_participants p
        set read_seq = newly.upto, unread = p.unread - newly.read
        from newly
        where p.conversation_id = ${conversationId} and p.user_id = newly.user_id
          and p.read_seq < newly.upto
        returning p.user_id, p.other_id, p.unread, p.hidden, newly.upto, newly.read
      ), people as (
        select user_id, unread, case when hidden then 0 else read end as read from marked
        union all
        select p.user_id, p.unread, 0
        from conversation_participants p join marked on p.user_id = marked.other_id
        where p.conversation_id = ${conversationId}
      ), locked as (
        select f.user_id, people.read from feeds f join people using (user_id)
        order by f.user_id for no key update of f
      ), bumped as (
        update feeds f
        set last_seq = f.last_seq + 1, unread = f.unread - locked.read,
          mail_due_at = case when f.unread > locked.read then f.mail_due_at end
        from locked where f.user_id = locked.user_id
        returning f.user_id, f.last_seq, f.unread
      ), seen as (
        update notifications n set read_at = now()
        from marked join bumped b using (user_id)
        where n.user_id = marked.user_id and n.group_key = ${`conversation:${conversationId}`}
          and n.read_at is null and marked.unread = 0
      )
      insert into feed_events (user_id, seq, type, data)
      select b.user_id, b.last_seq, 'read', jsonb_build_object(
        'conversationId', ${conversationId}::text,
        'readerId', ${userId}::text,
        'upToSeq', marked.upto,
        'unread', b.unread,
        'conversationUnread', people.unread
      )
      from bumped b join people using (user_id) cross join marked
      returning user_id, seq, type, data`.execute(transaction);
  });
  return rows.map(entryOf);
}

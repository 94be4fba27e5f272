import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { searchConversationsInput } from '@marketplace/shared/messaging/inputs';
import type { FoundConversation } from '@marketplace/shared/messaging/views';
import type { Page } from '@marketplace/shared/pagination';
import type { AppContext } from '../../app-context.ts';
import { decodeCursor, encodeCursor, pageOfRows, type Position } from '../../platform/cursor.ts';
import { perMinute } from '../../platform/limiter.ts';
import { conversationsOf, currentTitle, viewConversation } from './conversations.ts';

const searches = perMinute('message-search', 120, 'You can search {points} times a minute.');

/**
 * How many messages one call scans, about 20 ms of database time. There is no index on the content,
 * because it would slow down every message that is sent.
 */
const messagesPerCall = 20_000;
const conversationsPerCall = 500;

type Search = output<typeof searchConversationsInput> & { userId: string };

/**
 * Finds the user's conversations whose other person, title or messages contain the text, newest
 * first, also in the archive. A page may be short or empty and still have a cursor. In messages,
 * only ASCII letters match regardless of case. Throws TOO_MANY_REQUESTS.
 */
export async function searchConversations(
  { db, limiter }: Pick<AppContext, 'db' | 'limiter'>,
  { userId, query, cursor, limit }: Search,
): Promise<Page<FoundConversation>> {
  const after = cursor ? decodeCursor(cursor) : undefined;
  await limiter.take(searches, userId);
  const { places, hasMore } = await findNextToScan(db, userId, after);
  const end = places.at(-1);
  if (!end) return { items: [], nextCursor: null };
  const pattern = `%${query.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const isNamed = sql<boolean>`(
    o.deleted_at is null and
      coalesce(nullif(concat_ws(' ', o.first_name, o.last_name), ''), o.username) ilike ${pattern}
    or ${currentTitle} ilike ${pattern})`;
  const rows = await conversationsOf(db, userId)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('messages as m')
          .select('m.content')
          .whereRef('m.conversationId', '=', 'p.conversationId')
          // The "C" collation halves the time, at the cost of matching case only in ASCII.
          .where(sql<boolean>`m.content collate "C" ilike ${pattern}`)
          .where(sql<boolean>`not ${isNamed}`)
          .orderBy('m.seq', 'desc')
          .limit(1)
          .as('found'),
      (join) => join.onTrue(),
    )
    .select('found.content')
    .where('p.conversationId', '=', sql<string>`any(${places.map(({ id }) => id)}::uuid[])`)
    .where(sql<boolean>`(found.content is not null or ${isNamed})`)
    .orderBy('p.lastMessageAt', 'desc')
    .orderBy('p.conversationId', 'desc')
    .limit(limit + 1)
    .execute();
  const page = pageOfRows(rows, limit, (row) => ({ at: row.lastMessageAt, id: row.id }));
  return {
    items: page.items.map((row) => ({
      ...viewConversation(row),
      snippet: row.content === null ? null : snippetOf(row.content, query),
    })),
    nextCursor: page.nextCursor ?? (hasMore ? encodeCursor(end) : null),
  };
}

/** Returns the conversations to scan in one call, newest first, and whether more follow. */
async function findNextToScan(db: Db, userId: string, after: Position | undefined) {
  const { rows } = await sql<Position & { left: string }>`
    select id, at, "left" from (
      select p.conversation_id as id, p.last_message_at as at, count(*) over () as "left",
        sum(c.last_seq) over (order by p.last_message_at desc, p.conversation_id desc)
          - c.last_seq as messages_before
      from conversation_participants p join conversations c on c.id = p.conversation_id
      where p.user_id = ${userId} and not p.hidden and (${after === undefined}
        or (p.last_message_at, p.conversation_id) < (${after?.at}::timestamptz, ${after?.id}::uuid))
    ) own
    where messages_before < ${messagesPerCall}
    order by at desc, id desc limit ${conversationsPerCall}`.execute(db);
  return { places: rows, hasMore: Number(rows[0]?.left ?? 0) > rows.length };
}

/** Returns the part of a message around the match, on one line, from the start of a word. */
function snippetOf(content: string, query: string): string {
  const text = content.replaceAll(/\s+/g, ' ');
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  const from = at < 30 ? 0 : text.lastIndexOf(' ', at - 12) + 1;
  const part = [...text.slice(from)].slice(0, 160).join('');
  return from > 0 ? `…${part}` : part;
}

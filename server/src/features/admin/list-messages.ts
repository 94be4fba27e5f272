import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { DB, JsonObject } from '@marketplace/db/types.generated';
import type * as schemas from '@marketplace/shared/admin/schemas';
import type { MessageKind } from '@marketplace/shared/messaging/timeline';
import type { Page } from '@marketplace/shared/pagination';
import { assertId, badField, notFound } from '../../errors.ts';
import { decodeCursor, pageOfRows, readPage } from '../../platform/cursor.ts';
import { withTimeLimit } from '../../platform/time-limit.ts';
import { parsePosition } from '../../realtime/feed.ts';
import { readTotals } from '../../realtime/totals.ts';
import { listingTitle } from '../messaging/conversations.ts';
import { auditReading, findPeople, type PersonRow, viewPerson } from '../moderation/audit-log.ts';
import { personMatches } from './lists.ts';

type MessagesQuery = output<typeof schemas.adminMessagesInput>;

/** Returns a page of conversations, newest message first. `total` is set without a search. */
export async function listConversations(
  db: Db,
  query: output<typeof schemas.adminConversationsInput>,
) {
  const { search } = query;
  const page = await withTimeLimit(db, async (trx) => {
    let conversations = trx
      .selectFrom('conversations as c')
      .innerJoin('listings as l', 'l.id', 'c.listingId')
      .select(['c.id', 'c.listingId', 'c.lastSeq', 'c.lastMessageAt', 'c.createdAt'])
      .select(['c.buyerId', 'c.sellerId', listingTitle]);
    if (search) {
      const matching = await conversationMatches(trx, search, 'c.id');
      if (!matching) return { items: [], nextCursor: null };
      conversations = conversations.where(matching);
    }
    if (query.cursor) {
      const { at, id } = decodeCursor(query.cursor);
      conversations = conversations
        .where('c.listedAt', '<=', at)
        .where(sql<boolean>`(c.last_message_at, c.id) < (${at}, ${id})`);
    }
    // `listed_at` has the index and is at most ten minutes older than the last message. So no
    // conversation of the page was listed more than ten minutes before the oldest of these.
    const newest = conversations
      .clearSelect()
      .select('c.listedAt')
      .orderBy('c.listedAt', 'desc')
      .limit(query.limit + 1);
    const from = trx
      .selectFrom(newest.as('newest'))
      .select(sql<Date>`min(listed_at) - interval '10 minutes'`.as('from'));
    const nearby = conversations.where('c.listedAt', '>=', from);
    return readPage(nearby, query, { at: 'c.lastMessageAt', id: 'c.id' });
  });
  const ids = page.items.flatMap(({ buyerId, sellerId }) => [buyerId, sellerId]);
  const people = await findPeople(db, ids);
  return {
    ...page,
    items: page.items.map(({ buyerId, sellerId, lastSeq, ...row }) => ({
      ...row,
      participants: [viewPersonOf(people, buyerId), viewPersonOf(people, sellerId)],
      messageCount: Number(lastSeq),
      lastMessageAt: row.lastMessageAt.toISOString(),
      createdAt: row.createdAt.toISOString(),
    })),
    ...(search ? {} : { total: (await readTotals(db)).conversations }),
  };
}

/**
 * Returns a page of messages, newest first, and logs the search and filter, or the reason to read
 * one conversation. `total` is set if nothing narrows the page down.
 */
export async function readMessages(
  db: Kysely<DB>,
  actorId: string,
  { conversationId, ...query }: MessagesQuery,
): Promise<Page<schemas.AdminMessage> & { total?: number }> {
  if (conversationId !== undefined) {
    return readConversation(db, actorId, { ...query, conversationId });
  }
  const { cursor, limit, search, filter } = query;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const rows = await withTimeLimit(db, async (trx) => {
    let hits = filtered(trx.selectFrom('messages as m'), filter);
    if (search) {
      const matching = await conversationMatches(trx, search, 'm.conversationId');
      if (!matching) return [];
      hits = hits.where(matching);
    }
    if (after) hits = hits.where(sql<boolean>`(m.created_at, m.id) < (${after.at}, ${after.id})`);
    const newest = sql`m.created_at desc, m.id desc`;
    const first = hits.orderBy(newest).limit(limit + 1);
    return withConversations(trx, first).orderBy(newest).execute();
  });
  const page = pageOfRows(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
  const details: JsonObject = { ...(search && { search }), ...(filter !== 'all' && { filter }) };
  const isWhole = Object.keys(details).length === 0;
  const reading = { actorId, action: 'messages.read', details: isWhole ? undefined : details };
  await auditReading(db, ['message', null], reading);
  return {
    ...page,
    items: await viewMessages(db, page.items),
    ...(isWhole && { total: (await readTotals(db)).messages }),
  };
}

/** Returns a page of one conversation, newest first. Logs the reason. Throws NOT_FOUND. */
export async function readConversation(
  db: Kysely<DB>,
  actorId: string,
  query: output<typeof schemas.readConversationInput> & { filter?: MessagesQuery['filter'] },
): Promise<Page<schemas.AdminMessage>> {
  const { conversationId, cursor, limit, why, filter = 'all' } = query;
  assertId(conversationId, 'Conversation');
  const conversation = await db
    .selectFrom('conversations')
    .select('id')
    .where('id', '=', conversationId)
    .executeTakeFirst();
  if (!conversation) throw notFound('Conversation');
  const before = cursor === undefined ? undefined : parsePosition(cursor);
  if (before === null) throw badField('cursor', "This cursor isn't valid.");
  const first = filtered(db.selectFrom('messages as m'), filter)
    .where('m.conversationId', '=', conversation.id)
    .$if(before !== undefined, (of) => of.where('m.seq', '<', String(before)))
    .orderBy('m.seq', 'desc')
    .limit(limit + 1);
  const rows = await withConversations(db, first).orderBy('m.seq', 'desc').execute();
  const reading = { actorId, action: 'conversation.read', reason: why };
  await auditReading(db, ['conversation', conversation.id], reading);
  const items = rows.slice(0, limit);
  return {
    items: await viewMessages(db, items),
    nextCursor: rows.length > limit ? (items.at(-1)?.seq ?? null) : null,
  };
}

type Hits = SelectQueryBuilder<DB & { m: DB['messages'] }, 'm', object>;

/** Filters by a subquery per message: with a join, the planner would sort all messages. */
function filtered(hits: Hits, filter: MessagesQuery['filter']): Hits {
  if (filter === 'all') return hits;
  return hits.where(sql<boolean>`${sql.raw(filter === 'read' ? '' : 'not')} exists (
    select from conversation_participants p
    where p.conversation_id = m.conversation_id and p.other_id = m.sender_id
      and p.read_seq >= m.seq offset 0)`);
}

function withConversations(db: Db, hits: Hits) {
  return db
    .selectFrom(hits.selectAll('m').as('m'))
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .innerJoin('conversationParticipants as r', (join) =>
      join.onRef('r.conversationId', '=', 'm.conversationId').onRef('r.otherId', '=', 'm.senderId'),
    )
    .innerJoin('listings as l', 'l.id', 'c.listingId')
    .select(['m.id', 'm.conversationId', 'm.seq', 'm.content', 'm.createdAt', 'm.senderId'])
    .select((eb) => eb.ref('m.kind').$castTo<MessageKind>().as('kind'))
    .select(['r.userId as receiverId', 'r.readSeq', 'c.listingId', listingTitle]);
}

type MessageRow = Awaited<ReturnType<ReturnType<typeof withConversations>['execute']>>[number];

async function viewMessages(db: Db, rows: MessageRow[]): Promise<schemas.AdminMessage[]> {
  const ids = rows.flatMap(({ senderId, receiverId }) => [senderId, receiverId]);
  const people = await findPeople(db, ids);
  return rows.map(({ seq, readSeq, createdAt, ...row }) => {
    const sender = viewPersonOf(people, row.senderId);
    const receiver = viewPersonOf(people, row.receiverId);
    return {
      ...row,
      seq: Number(seq),
      isRead: Number(seq) <= Number(readSeq),
      createdAt: createdAt.toISOString(),
      senderName: sender.displayName,
      senderEmail: sender.email,
      receiverName: receiver.displayName,
      receiverEmail: receiver.email,
    };
  });
}

/** Returns the view of a user in `people`. Rows of users are never deleted. */
function viewPersonOf(people: Map<string, PersonRow>, id: string) {
  return viewPerson(people.get(id) as PersonRow);
}

/** If a search matches more people, the newest conversations are searched for them instead. */
const searchedPeople = 500;

/**
 * Returns an SQL condition that one of a conversation's two people matches the search, or undefined
 * if no user does. If few users match, it starts from their conversations; otherwise it checks each
 * row of the list.
 */
async function conversationMatches(db: Db, search: string, column: 'c.id' | 'm.conversationId') {
  const found = await db
    .selectFrom('users as u')
    .select('u.id')
    .where(personMatches(search))
    .where('u.deletedAt', 'is', null)
    .limit(searchedPeople + 1)
    .execute();
  if (found.length === 0) return undefined;
  if (found.length <= searchedPeople) {
    return sql<boolean>`${sql.ref(column)} in (
      select conversation_id from conversation_participants
      where user_id = any(${found.map(({ id }) => id)}::uuid[]))`;
  }
  // `offset 0` makes the planner check each row instead of joining all matches.
  return sql<boolean>`exists (
    select from conversation_participants p join users u on u.id = p.user_id
    where p.conversation_id = ${sql.ref(column)} and ${personMatches(search)} offset 0)`;
}

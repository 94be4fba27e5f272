import { type SelectQueryBuilder, sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { DB } from '@marketplace/db/types.generated';
import type { adminMessagesInput } from '@marketplace/shared/admin/inputs';
import type { AdminMessage } from '@marketplace/shared/admin/views';
import { isId } from '@marketplace/shared/ids';
import type { Page } from '@marketplace/shared/pagination';
import { AppError, badField } from '../../errors.ts';
import { decodeCursor, pageOfRows } from '../../platform/cursor.ts';
import { parsePosition } from '../../realtime/feed.ts';
import { readTotals } from '../../realtime/totals.ts';
import { withTimeLimit } from '../../platform/time-limit.ts';
import { conversationMatches, viewPerson } from './people.ts';

type MessagesQuery = output<typeof adminMessagesInput>;

/** A page of all messages, newest first; `total` where nothing narrows it down. */
export async function listMessages(
  db: Db,
  query: Omit<MessagesQuery, 'conversationId'>,
): Promise<Page<AdminMessage> & { total?: number }> {
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
    const first = hits
      .orderBy('m.createdAt', 'desc')
      .orderBy('m.id', 'desc')
      .limit(limit + 1);
    return readMessages(trx, first)
      .orderBy('m.createdAt', 'desc')
      .orderBy('m.id', 'desc')
      .execute();
  });
  const page = pageOfRows(rows, limit, (row) => ({ at: row.createdAt, id: row.id }));
  const isWhole = !search && filter === 'all';
  return {
    ...page,
    items: page.items.map(viewMessage),
    ...(isWhole ? { total: (await readTotals(db)).messages } : {}),
  };
}

/** A page of the messages of one conversation, newest first. */
export async function listMessagesOf(
  db: Db,
  query: Omit<MessagesQuery, 'search'> & { conversationId: string },
): Promise<Page<AdminMessage>> {
  const { conversationId, cursor, limit, filter } = query;
  const before = cursor === undefined ? undefined : parsePosition(cursor);
  if (before === null) throw badField('cursor', 'This cursor is not valid.');
  const first = filtered(db.selectFrom('messages as m'), filter)
    .where('m.conversationId', '=', conversationId)
    .$if(before !== undefined, (of) => of.where('m.seq', '<', String(before)))
    .orderBy('m.seq', 'desc')
    .limit(limit + 1);
  const rows = await readMessages(db, first).orderBy('m.seq', 'desc').execute();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit).map(viewMessage), nextCursor: last?.seq ?? null };
}

/** The id in the form of the database. 404 for no conversation. */
export async function findConversationId(db: Db, conversationId: string): Promise<string> {
  const row = isId(conversationId)
    ? await db
        .selectFrom('conversations')
        .select('id')
        .where('id', '=', conversationId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new AppError('NOT_FOUND', 'Conversation not found');
  return row.id;
}

type Hits = SelectQueryBuilder<DB & { m: DB['messages'] }, 'm', object>;

/** A look at each message: joined, the planner would sort all that were ever sent. */
function filtered(hits: Hits, filter: MessagesQuery['filter']): Hits {
  if (filter === 'all') return hits;
  const isRead = sql<boolean>`exists (
    select from conversation_participants p
    where p.conversation_id = m.conversation_id and p.other_id = m.sender_id
      and p.read_seq >= m.seq offset 0)`;
  return hits.where((eb) => (filter === 'read' ? isRead : eb.not(isRead)));
}

/** The messages that `hits` names, with their two people and the listing. */
function readMessages(db: Db, hits: Hits) {
  return db
    .selectFrom(
      hits
        .select(['m.id', 'm.conversationId', 'm.seq', 'm.content', 'm.createdAt', 'm.senderId'])
        .as('m'),
    )
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .innerJoin('conversationParticipants as r', (join) =>
      join.onRef('r.conversationId', '=', 'm.conversationId').onRef('r.otherId', '=', 'm.senderId'),
    )
    .innerJoin('users as su', 'su.id', 'm.senderId')
    .innerJoin('users as ru', 'ru.id', 'r.userId')
    .innerJoin('listings as l', 'l.id', 'c.listingId')
    .select([
      'm.id',
      'm.conversationId',
      'm.seq',
      'm.content',
      'm.createdAt',
      'm.senderId',
      'su.email as senderEmail',
      'su.firstName as senderFirstName',
      'su.lastName as senderLastName',
      'su.username as senderUsername',
      'su.deletedAt as senderDeletedAt',
      'r.readSeq',
      'r.userId as receiverId',
      'ru.email as receiverEmail',
      'ru.firstName as receiverFirstName',
      'ru.lastName as receiverLastName',
      'ru.username as receiverUsername',
      'ru.deletedAt as receiverDeletedAt',
      'c.listingId',
      sql<string>`case when l.deleted_at is null then l.title else c.listing_title end`.as(
        'listingTitle',
      ),
    ]);
}

type MessageRow = Awaited<ReturnType<ReturnType<typeof readMessages>['execute']>>[number];

function viewMessage(row: MessageRow): AdminMessage {
  const sender = viewPerson({
    id: row.senderId,
    email: row.senderEmail,
    firstName: row.senderFirstName,
    lastName: row.senderLastName,
    username: row.senderUsername,
    deletedAt: row.senderDeletedAt,
  });
  const receiver = viewPerson({
    id: row.receiverId,
    email: row.receiverEmail,
    firstName: row.receiverFirstName,
    lastName: row.receiverLastName,
    username: row.receiverUsername,
    deletedAt: row.receiverDeletedAt,
  });
  return {
    id: row.id,
    conversationId: row.conversationId,
    seq: Number(row.seq),
    content: row.content,
    isRead: Number(row.seq) <= Number(row.readSeq),
    createdAt: row.createdAt.toISOString(),
    senderId: sender.id,
    senderName: sender.displayName,
    senderEmail: sender.email,
    receiverId: receiver.id,
    receiverName: receiver.displayName,
    receiverEmail: receiver.email,
    listingId: row.listingId,
    listingTitle: row.listingTitle,
  };
}

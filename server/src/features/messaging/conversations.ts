import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import type { Page } from '@marketplace/shared/pagination';
import { AppError } from '../../errors.ts';
import { viewConversation } from './conversation.view.ts';

/** A conversation as one of its two people, `userId`, finds it. */
export type ConversationRow = Awaited<
  ReturnType<ReturnType<typeof conversationsOf>['executeTakeFirstOrThrow']>
>;

/** A stored message. */
export interface MessageRow {
  id: string;
  seq: string;
  senderId: string;
  clientId: string;
  content: string;
  createdAt: Date;
}

/** The conversations that a user is part of, with what a list shows of them. */
function conversationsOf(db: Db, userId: string) {
  return db
    .selectFrom('conversationParticipants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversationId')
    .innerJoin('conversationParticipants as op', (join) =>
      join.onRef('op.conversationId', '=', 'p.conversationId').onRef('op.userId', '=', 'p.otherId'),
    )
    .innerJoin('users as u', 'u.id', 'p.userId')
    .innerJoin('users as o', 'o.id', 'p.otherId')
    .innerJoin('listings as l', 'l.id', 'c.listingId')
    .leftJoin('listingImages as li', (join) =>
      join.onRef('li.listingId', '=', 'c.listingId').on('li.position', '=', 0),
    )
    .select((expression) => [
      'c.id',
      'c.listingId',
      expression
        .case()
        .when('l.deletedAt', 'is', null)
        .then(expression.ref('l.title'))
        .else(expression.ref('c.listingTitle'))
        .end()
        .as('listingTitle'),
      'li.imageId as listingImageId',
      'l.price as listingPrice',
      sql<boolean>`l.deleted_at is null and not l.visible and l.seller_id = p.user_id`.as(
        'listingHidden',
      ),
      // A seller can open a hidden listing of their own.
      sql<boolean>`l.deleted_at is not null or not (l.visible or l.seller_id = p.user_id)`.as(
        'listingGone',
      ),
      'c.lastMessage',
      'c.lastSenderId',
      'c.lastSeq',
      'c.blocked',
      'p.lastMessageAt',
      'p.readSeq',
      'p.unread',
      'p.userId',
      'u.email',
      'op.readSeq as otherReadSeq',
      'op.deliveredSeq as otherDeliveredSeq',
      'p.otherId',
      'o.email as otherEmail',
      'o.firstName as otherFirstName',
      'o.lastName as otherLastName',
      'o.username as otherUsername',
      'o.avatarImageId as otherAvatarId',
      sql<Date | null>`case when o.show_presence and not c.blocked then o.last_seen_at end`.as(
        'otherLastSeenAt',
      ),
      sql<boolean>`o.deleted_at is not null`.as('otherDeleted'),
      sql<boolean>`o.deleted_at is not null or o.deactivated_at is not null`.as('otherLeft'),
    ])
    .where('p.userId', '=', userId);
}

/**
 * The conversation, for one who is part of it. Throws NOT_FOUND for everybody else.
 */
export async function getConversation(
  db: Db,
  conversationId: string,
  userId: string,
): Promise<ConversationRow> {
  const row = isId(conversationId)
    ? await conversationsOf(db, userId)
        .where('p.conversationId', '=', conversationId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw conversationNotFound();
  return row;
}

export function conversationNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Conversation not found');
}

/**
 * A user's conversations, the one with the newest message first, without those that blocking has
 * hidden from them; `total` on the first page.
 */
export async function listConversations(
  db: Db,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<ConversationView> & { total?: number }> {
  const before = cursor === undefined ? null : parseCursor(cursor);
  const counting = before ? undefined : countConversations(db, userId);
  const page = conversationsOf(db, userId)
    .where('p.hidden', '=', false)
    .$if(before !== null, (query) =>
      query.where(
        sql<boolean>`(p.last_message_at, p.conversation_id) < (${before?.at}, ${before?.id})`,
      ),
    )
    .orderBy('p.lastMessageAt', 'desc')
    .orderBy('p.conversationId', 'desc')
    .limit(limit + 1);
  const [rows, total] = await Promise.all([page.execute(), counting]);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(viewConversation),
    nextCursor: last ? `${last.lastMessageAt.toISOString()}_${last.id}` : null,
    ...(total === undefined ? {} : { total }),
  };
}

async function countConversations(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('conversationParticipants')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .where('hidden', '=', false)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The place after which a page begins; 400 for what no page has given. */
function parseCursor(cursor: string): { at: Date; id: string } {
  const [time = '', id = ''] = cursor.split('_');
  const at = new Date(time);
  if (Number.isNaN(at.getTime()) || !isId(id)) {
    throw new AppError('BAD_REQUEST', 'This cursor is not valid.');
  }
  return { at, id };
}

/** Conversations whose people a presence subscription watches: the newest so many. */
const watchedConversations = 300;

/** The people of a user's newest conversations, without those whom one of the two blocks. */
export async function listContacts(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('conversationParticipants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversationId')
    .select('p.otherId')
    .where('p.userId', '=', userId)
    .where('c.blocked', '=', false)
    .orderBy('p.lastMessageAt', 'desc')
    .limit(watchedConversations)
    .execute();
  return [...new Set(rows.map((row) => row.otherId))];
}

import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { Messages } from '@marketplace/db/types.generated';
import { imagePath } from '@marketplace/shared/media/urls';
import type { conversationsInput } from '@marketplace/shared/messaging/inputs';
import type { MessageWarning } from '@marketplace/shared/messaging/constants';
import type { TimelineEntry } from '@marketplace/shared/messaging/timeline';
import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import type { Page } from '@marketplace/shared/pagination';
import { maskEmail, personName } from '@marketplace/shared/users/names';
import { assertId, notFound } from '../../errors.ts';
import { readPage } from '../../platform/cursor.ts';

/** A conversation from the point of view of `userId`, one of its two people. */
type ConversationRow = Awaited<ReturnType<ReturnType<typeof conversationsOf>['execute']>>[number];

/** The title of the listing `l`, or the copy in the conversation `c` of a deleted listing. */
export const currentTitle = sql<string>`case when l.deleted_at is null then l.title
  else c.listing_title end`;
export const listingTitle = currentTitle.as('listingTitle');

/** Selects the conversations of a user, with the columns of `ConversationView`. */
export function conversationsOf(db: Db, userId: string) {
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
    .select(['c.id', 'c.listingId', 'c.sellerId', listingTitle, 'li.imageId as listingImageId'])
    .select(['l.price as listingPrice', 'l.availability', 'l.readable', 'l.version'])
    .select(['c.lastMessage', 'c.lastSenderId', 'c.lastSeq', 'c.blocked'])
    .select(['p.lastMessageAt', 'c.lastMessageAt as newestMessageAt'])
    .select(['p.readSeq', 'p.unread', 'p.archived', 'p.isRequest', 'p.userId', 'u.email'])
    .select(['op.readSeq as otherReadSeq', 'op.deliveredSeq as otherDeliveredSeq', 'p.otherId'])
    .select(['o.email as otherEmail', 'o.avatarImageId as otherAvatarId'])
    .select(['o.firstName', 'o.lastName', 'o.username', 'o.deletedAt'])
    .$narrowType<{ availability: ConversationView['availability'] }>()
    .select([
      sql<boolean>`l.deleted_at is null and not l.readable and l.seller_id = p.user_id`.as(
        'listingHidden',
      ),
      // A seller can open their own hidden listing.
      sql<boolean>`l.deleted_at is not null or not (l.readable or l.seller_id = p.user_id)`.as(
        'listingGone',
      ),
      sql<Date | null>`case when o.show_presence and o.deleted_at is null and not c.blocked
        then o.last_seen_at end`.as('otherLastSeenAt'),
      sql<string | null>`o.away_until::text`.as('otherAwayUntil'),
      sql<boolean>`o.deleted_at is not null or o.deactivated_at is not null`.as('otherLeft'),
      // Computed now, so that a change of their standing applies to messages sent before it.
      sql<boolean>`o.standing > 0`.as('otherLinksAllowed'),
    ])
    .where('p.userId', '=', userId);
}

/**
 * Converts a row. The result also has private columns of the other person, so send it only through
 * an output schema, which drops them.
 */
export function viewConversation({ email: _own, ...row }: ConversationRow): ConversationView {
  const { otherEmail: _other, ...columns } = row;
  return {
    ...columns,
    listingImage: row.listingImageId && imagePath(row.listingImageId, 320),
    isSeller: row.sellerId === row.userId,
    otherParticipants: [
      {
        id: row.otherId,
        email: otherEmail(row),
        displayName: personName(row),
        profileImageUrl: row.otherAvatarId && imagePath(row.otherAvatarId, 320),
        lastSeenAt: row.otherLastSeenAt?.toISOString() ?? null,
        awayUntil: row.otherAwayUntil,
      },
    ],
    lastMessageAt: row.newestMessageAt.toISOString(),
    lastSeq: Number(row.lastSeq),
    readSeq: Number(row.readSeq),
    otherReadSeq: Number(row.otherReadSeq),
    otherDeliveredSeq: Math.max(Number(row.otherDeliveredSeq), Number(row.otherReadSeq)),
    readOnly: row.otherLeft,
  };
}

/** Converts a message of the conversation `row`. It is read if its receiver has read up to it. */
export function viewMessage(
  row: ConversationRow,
  message: Omit<Selectable<Messages>, 'conversationId' | 'textHash'>,
): MessageView {
  const mine = { id: row.userId, email: maskEmail(row.email), readSeq: row.readSeq };
  const other = { id: row.otherId, email: otherEmail(row), readSeq: row.otherReadSeq };
  const [sender, receiver] = message.senderId === row.userId ? [mine, other] : [other, mine];
  const seq = Number(message.seq);
  return {
    id: message.id,
    conversationId: row.id,
    seq,
    clientId: message.clientId,
    senderId: sender.id,
    receiverId: receiver.id,
    senderEmail: sender.email,
    receiverEmail: receiver.email,
    listingId: row.listingId,
    listingTitle: row.listingTitle,
    content: message.content,
    warning: message.senderId === row.userId ? null : (message.warning as MessageWarning | null),
    // The server stored this data from the same types, so it is not checked again.
    ...({ kind: message.kind, data: message.data } as TimelineEntry),
    isRead: seq <= Number(receiver.readSeq),
    createdAt: message.createdAt.toISOString(),
  };
}

function otherEmail({ otherEmail, deletedAt }: Pick<ConversationRow, 'otherEmail' | 'deletedAt'>) {
  return deletedAt ? '' : maskEmail(otherEmail);
}

/** Returns a conversation of this user. Throws NOT_FOUND for anyone who is not part of it. */
export async function getConversation(db: Db, conversationId: string, userId: string) {
  assertId(conversationId, 'Conversation');
  return conversationsOf(db, userId)
    .where('p.conversationId', '=', conversationId)
    .executeTakeFirstOrThrow(() => notFound('Conversation'));
}

type Query = output<typeof conversationsInput>;

/**
 * Returns a page of a user's inbox, archive, or conversations about one listing, newest message
 * first, without those with people the user blocked. The first page has a `total`, except for one
 * listing. Throws NOT_FOUND for a malformed listing id.
 */
export async function listConversations(
  db: Db,
  userId: string,
  query: Query,
): Promise<Page<ConversationView> & { total?: number | undefined }> {
  const { archived, folder, listingId } = query;
  if (listingId !== undefined) assertId(listingId, 'Listing');
  const conversations = conversationsOf(db, userId)
    .where('p.hidden', '=', false)
    .$if(listingId === undefined, (all) => all.where('p.archived', '=', archived))
    .$if(folder !== undefined, (all) => all.where(isIn(folder)))
    .$if(listingId !== undefined, (all) => all.where('c.listingId', '=', listingId ?? ''));
  const [page, total] = await Promise.all([
    readPage(conversations, query, { at: 'p.lastMessageAt', id: 'p.conversationId' }),
    query.cursor || listingId ? undefined : countConversations(db, userId, query),
  ]);
  return { ...page, items: page.items.map(viewConversation), total };
}

/** Written without a parameter, so that the planner can use the index of requests. */
const isIn = (folder: Query['folder']) =>
  folder === 'requests' ? sql<boolean>`p.is_request` : sql<boolean>`not p.is_request`;

async function countConversations(db: Db, userId: string, query: Query): Promise<number> {
  const { count } = await db
    .selectFrom('conversationParticipants as p')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .where('hidden', '=', false)
    .where('archived', '=', query.archived)
    .$if(query.folder !== undefined, (all) => all.where(isIn(query.folder)))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many conversations a presence subscription watches. */
const watchedConversations = 300;

/**
 * Returns the other people in a user's newest conversations, archived ones last, without those with
 * a block.
 */
export async function listContacts(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('conversationParticipants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversationId')
    .select('p.otherId')
    .where('p.userId', '=', userId)
    .where('c.blocked', '=', false)
    .orderBy('p.archived')
    .orderBy('p.lastMessageAt', 'desc')
    .limit(watchedConversations)
    .execute();
  return [...new Set(rows.map((row) => row.otherId))];
}

/** One of the two people of a conversation. */
export type ConversationParticipant = { userId: string; conversationId: string };

/**
 * Returns the other person of each of a user's conversations. Leaves out deleted users and those
 * who have hidden the conversation.
 */
export function findCounterparts(db: Db, userId: string): Promise<ConversationParticipant[]> {
  return db
    .selectFrom('conversationParticipants as own')
    .innerJoin('conversationParticipants as other', (join) =>
      join
        .onRef('other.conversationId', '=', 'own.conversationId')
        .onRef('other.userId', '=', 'own.otherId'),
    )
    .innerJoin('users as u', 'u.id', 'other.userId')
    .select(['other.userId', 'other.conversationId'])
    .where('own.userId', '=', userId)
    .where('other.hidden', '=', false)
    .where('u.deletedAt', 'is', null)
    .execute();
}

/** `offset 0` keeps the planner from scanning all messages of a sender. */
const messagesOfC = `(select sender_id from messages where conversation_id = c.id offset 0) m`;

/** The text of `bothWrote`, for statements that are not built with Kysely. */
export const bothWroteSql = `(
  exists (select from ${messagesOfC} where m.sender_id = c.buyer_id)
  and exists (select from ${messagesOfC} where m.sender_id = c.seller_id))`;

/** An SQL condition: both people of the conversation `c` have written in it. */
export const bothWrote = sql<boolean>`${sql.raw(bothWroteSql)}`;

/** Returns an SQL condition: `one` and `other` have both written in one of their conversations. */
export function haveTalked(one: RawBuilder<unknown>, other: RawBuilder<unknown>) {
  return sql<boolean>`exists (
    select from conversation_participants p join conversations c on c.id = p.conversation_id
    where p.user_id = ${one} and p.other_id = ${other} and ${bothWrote})`;
}

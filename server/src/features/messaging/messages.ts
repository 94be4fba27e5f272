import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { DB } from '@marketplace/db/types.generated';
import { typingLastsMs } from '@marketplace/shared/messaging/constants';
import type { MessageView } from '@marketplace/shared/messaging/views';
import type { Page } from '@marketplace/shared/pagination';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import { appendToFeeds, lockFeeds, parsePosition, type StoredEntry } from '../../realtime/feed.ts';
import { viewMessage } from './conversation.view.ts';
import { getConversation } from './conversations.ts';

/**
 * The messages of a conversation, newest first. Does not mark them as read. Throws NOT_FOUND for
 * anyone who is not part of it.
 */
export async function listMessages(
  db: Db,
  userId: string,
  page: { conversationId: string; cursor?: string | undefined; limit: number },
): Promise<Page<MessageView>> {
  const { cursor, limit } = page;
  const before = cursor === undefined ? null : parsePosition(cursor);
  if (cursor !== undefined && before === null) {
    throw new AppError('BAD_REQUEST', 'This cursor is not valid.');
  }
  const conversation = await getConversation(db, page.conversationId, userId);
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'seq', 'senderId', 'clientId', 'content', 'createdAt'])
    .where('conversationId', '=', conversation.id)
    .$if(before !== null, (query) => query.where('seq', '<', String(before)))
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute();
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map((row) => viewMessage(conversation, row)),
    nextCursor: last ? last.seq : null,
  };
}

/** How many messages the user has not read, in all conversations. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const feed = await db
    .selectFrom('feeds')
    .select('unread')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return feed?.unread ?? 0;
}

interface Reading {
  userId: string;
  conversationId: string;
  upToSeq: number;
}

/**
 * Marks the messages up to and including `upToSeq` as read by the user, notifies both people, and
 * returns how many are left unread in all conversations. Reading never goes back: a lower number than
 * before changes nothing. Throws NOT_FOUND for anyone who is not part of the conversation.
 */
export async function markRead(
  { db, hub }: Pick<AppContext, 'db' | 'hub'>,
  reading: Reading,
): Promise<number> {
  const { id, readSeq } = await getConversation(db, reading.conversationId, reading.userId);
  if (reading.upToSeq > Number(readSeq)) {
    hub.deliver(await storeReading(db, { ...reading, conversationId: id }));
  }
  return countUnread(db, reading.userId);
}

/** Locks the conversation first, then the feeds, as `storeMessage` does. */
function storeReading(
  db: Kysely<DB>,
  { userId, conversationId, upToSeq: asked }: Reading,
): Promise<StoredEntry[]> {
  return db.transaction().execute(async (trx) => {
    const { lastSeq } = await trx
      .selectFrom('conversations')
      .select('lastSeq')
      .where('id', '=', conversationId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const upToSeq = Math.min(asked, Number(lastSeq));
    const people = await trx
      .selectFrom('conversationParticipants as p')
      .select((eb) => [
        'p.userId',
        'p.otherId',
        'p.readSeq',
        'p.unread',
        'p.hidden',
        eb
          .selectFrom('messages as m')
          .select(sql<number>`count(*)::integer`.as('count'))
          .whereRef('m.conversationId', '=', 'p.conversationId')
          .whereRef('m.senderId', '=', 'p.otherId')
          .whereRef('m.seq', '>', 'p.readSeq')
          .where('m.seq', '<=', String(upToSeq))
          .where('p.userId', '=', userId)
          .as('newlyRead'),
      ])
      .where('p.conversationId', '=', conversationId)
      .execute();
    const reader = people.find((one) => one.userId === userId);
    if (!reader || Number(reader.readSeq) >= upToSeq) return [];
    const newlyRead = reader.newlyRead ?? 0;
    reader.unread -= newlyRead;
    await trx
      .updateTable('conversationParticipants')
      .set({ readSeq: upToSeq, unread: reader.unread })
      .where('conversationId', '=', conversationId)
      .where('userId', '=', userId)
      .execute();
    const feeds = await lockFeeds(trx, [userId, reader.otherId]);
    const drafts = people.map((one) => ({
      userId: one.userId,
      // Messages of a hidden conversation do not count as unread in all conversations.
      added: one === reader && !reader.hidden ? -newlyRead : 0,
      event: (unread: number) => ({
        ...{ type: 'read' as const, conversationId, readerId: userId, upToSeq, unread },
        conversationUnread: one.unread,
      }),
    }));
    const entries = await appendToFeeds(trx, feeds, drafts);
    const withoutUnread = [...feeds].filter(([, feed]) => feed.isMailDue && feed.unread === 0);
    if (withoutUnread.length > 0) {
      await trx
        .updateTable('feeds')
        .set({ mailDueAt: null })
        .where(
          'userId',
          'in',
          withoutUnread.map(([id]) => id),
        )
        .execute();
    }
    if (reader.unread === 0) {
      await trx
        .updateTable('notifications')
        .set({ readAt: sql<Date>`now()` })
        .where('userId', '=', userId)
        .where('groupKey', '=', `conversation:${conversationId}`)
        .where('readAt', 'is', null)
        .execute();
    }
    return entries;
  });
}

const typingSigns: LimitRule = { name: 'typing', points: 60, seconds: 60 };

/**
 * Shows the other person that this one is typing, for the next five seconds, unless one of them blocks
 * the other. Throws NOT_FOUND for anyone who is not part of the conversation, TOO_MANY_REQUESTS after
 * 60 signs in a minute.
 */
export async function setTyping(
  { db, hub, limiter }: Pick<AppContext, 'db' | 'hub' | 'limiter'>,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<void> {
  const { id, otherId, otherLeft, blocked } = await getConversation(db, conversationId, userId);
  await limiter.take(typingSigns, userId);
  if (otherLeft || blocked) return;
  const until = new Date(Date.now() + typingLastsMs).toISOString();
  hub.presence.announceTyping(otherId, { type: 'typing', conversationId: id, userId, until });
}

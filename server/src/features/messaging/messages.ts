import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { typingLastsMs } from '@marketplace/shared/messaging/constants';
import type * as inputs from '@marketplace/shared/messaging/inputs';
import type {
  archiveView,
  ConversationView,
  messagePage,
} from '@marketplace/shared/messaging/views';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import { perMinute } from '../../platform/limiter.ts';
import * as feed from '../../realtime/feed.ts';
import { getConversation, viewConversation, viewMessage } from './conversations.ts';
import { listReadings } from './readings.ts';

/** Returns a page of messages, newest first, and marks none as read. Throws NOT_FOUND. */
export async function listMessages(
  db: Db,
  userId: string,
  page: output<typeof inputs.historyInput>,
): Promise<output<typeof messagePage>> {
  const { cursor, limit } = page;
  const before = cursor === undefined ? undefined : feed.parsePosition(cursor);
  if (before === null) throw new AppError('BAD_REQUEST', "This cursor isn't valid.");
  const conversation = await getConversation(db, page.conversationId, userId);
  const messages = db
    .selectFrom('messages')
    .select([
      'id',
      'seq',
      'senderId',
      'clientId',
      'content',
      'kind',
      'data',
      'warning',
      'createdAt',
    ])
    .where('conversationId', '=', conversation.id)
    .$if(before !== undefined, (query) => query.where('seq', '<', String(before)))
    .orderBy('seq', 'desc')
    .limit(limit + 1);
  const [rows, readings] = await Promise.all([
    messages.execute(),
    cursor === undefined ? listReadings(db, conversation.id) : [],
  ]);
  const items = rows.slice(0, limit).map((row) => viewMessage(conversation, row));
  const nextCursor = rows.length > limit ? (rows[limit - 1]?.seq ?? null) : null;
  return { items, nextCursor, ...(readings.length > 0 && { readings }) };
}

/** Returns how many messages the user has not read, in all conversations. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const found = await db
    .selectFrom('feeds')
    .select('unread')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return found?.unread ?? 0;
}

type Reading = output<typeof inputs.markReadInput> & { userId: string };

/**
 * Marks the messages up to `upToSeq` as read, notifies both people, and returns how many the user
 * has left to read in all conversations. A lower number than before changes nothing. Throws
 * NOT_FOUND for others.
 */
export async function markRead(
  { db, hub }: Pick<AppContext, 'db' | 'hub'>,
  reading: Reading,
): Promise<number> {
  const { userId } = reading;
  const { id, readSeq } = await getConversation(db, reading.conversationId, userId);
  if (reading.upToSeq > Number(readSeq)) {
    const entries = await db.transaction().execute(async (trx) => {
      const { lastSeq } = await lockConversation(trx, id);
      const upToSeq = Math.min(reading.upToSeq, Number(lastSeq));
      return storeReadPosition(trx, { userId, conversationId: id, upToSeq });
    });
    hub.deliver(entries);
  }
  return countUnread(db, userId);
}

/**
 * Archives a conversation for this user and marks it as read, or returns it to the inbox. Does not
 * archive one with a message newer than `upToSeq`, which the user has not seen. Calling it twice
 * changes nothing. Throws NOT_FOUND for others.
 */
export async function setArchived(
  { db, hub }: Pick<AppContext, 'db' | 'hub'>,
  { userId, archived, ...input }: output<typeof inputs.archiveInput> & { userId: string },
): Promise<output<typeof archiveView>> {
  const { id: conversationId } = await getConversation(db, input.conversationId, userId);
  const { entries, ...change } = await db.transaction().execute(async (trx) => {
    await lockConversation(trx, conversationId);
    const now = await getConversation(trx, conversationId, userId);
    const upToSeq = Number(now.lastSeq);
    const isNewer = upToSeq > (input.upToSeq ?? upToSeq);
    if (now.archived === archived || (archived && isNewer)) {
      return { archived: now.archived, entries: [] };
    }
    const read = archived ? await storeReadPosition(trx, { userId, conversationId, upToSeq }) : [];
    await trx
      .updateTable('conversationParticipants')
      .set({ archived })
      .where((eb) => eb.and({ conversationId, userId }))
      .execute();
    const moved = await feed.appendConversationEvents(trx, [{ userId, conversationId }]);
    return { archived, entries: [...read, ...moved] };
  });
  hub.deliver(entries);
  return change;
}

/**
 * Moves a request to the inbox, and returns the conversation. Does nothing if it is no request.
 * Throws NOT_FOUND for others.
 */
export async function acceptRequest(
  { db, hub }: Pick<AppContext, 'db' | 'hub'>,
  of: { userId: string; conversationId: string },
): Promise<ConversationView> {
  const { id: conversationId, userId } = await getConversation(db, of.conversationId, of.userId);
  const entries = await db.transaction().execute(async (trx) => {
    await lockConversation(trx, conversationId);
    const accepted = await trx
      .updateTable('conversationParticipants')
      .set({ isRequest: false })
      .where((eb) => eb.and({ conversationId, userId, isRequest: true }))
      .returning(['userId', 'conversationId'])
      .execute();
    return feed.appendConversationEvents(trx, accepted);
  });
  hub.deliver(entries);
  return viewConversation(await getConversation(db, conversationId, userId));
}

/**
 * Blocks sending, reading and archiving until the transaction ends. The lock is a statement of its
 * own, so that the next statement sees all messages committed before the lock was granted.
 * Conversations are locked before feeds, as in `store-message.ts`.
 */
function lockConversation(trx: Db, id: string): Promise<{ lastSeq: string }> {
  return trx
    .selectFrom('conversations')
    .select('lastSeq')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Marks messages as read. The conversation must be locked, and `upToSeq` must exist in it. */
async function storeReadPosition(
  trx: Db,
  { userId, conversationId, upToSeq }: Reading,
): Promise<feed.StoredEntry[]> {
  const { rows } = await sql<{
    otherId: string;
    hidden: boolean;
    unread: number;
    newlyRead: number;
    otherUnread: number;
  }>`
    update conversation_participants p
    set read_seq = ${upToSeq}, unread = p.unread - (
      select count(*) from messages m
      where m.conversation_id = p.conversation_id and m.sender_id = p.other_id
        and m.seq > p.read_seq and m.seq <= ${upToSeq})
    from conversation_participants before
    join conversation_participants other
      on other.conversation_id = before.conversation_id and other.user_id = before.other_id
    where p.conversation_id = ${conversationId} and p.user_id = ${userId}
      and p.read_seq < ${upToSeq}
      and before.conversation_id = p.conversation_id and before.user_id = p.user_id
    returning p.other_id, p.hidden, p.unread, before.unread - p.unread as newly_read,
      other.unread as other_unread`.execute(trx);
  if (!rows[0]) return [];
  const { otherId, unread, otherUnread, hidden, newlyRead } = rows[0];
  const feeds = await feed.lockFeeds(trx, [userId, otherId]);
  const reading = { type: 'read' as const, conversationId, readerId: userId, upToSeq };
  const eventFor = (conversationUnread: number) => (unread: number) => {
    return { ...reading, unread, conversationUnread };
  };
  const entries = await feed.appendToFeeds(trx, feeds, [
    // Messages of a hidden conversation do not count as unread in all conversations.
    { userId, added: hidden ? 0 : -newlyRead, endsMail: true, event: eventFor(unread) },
    { userId: otherId, endsMail: true, event: eventFor(otherUnread) },
  ]);
  if (unread === 0) {
    await trx
      .updateTable('notifications')
      .set({ readAt: sql<Date>`now()` })
      .where((eb) => eb.and({ userId, groupKey: `conversation:${conversationId}`, readAt: null }))
      .execute();
  }
  return entries;
}

const typingSigns = perMinute('typing', 60);

/**
 * Shows the other person that this user is typing, for `typingLastsMs`, unless one of them blocks
 * the other or the other person has left. Throws NOT_FOUND for others, TOO_MANY_REQUESTS.
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

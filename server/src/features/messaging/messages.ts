import { randomUUID } from 'node:crypto';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import type { MessageView } from '@marketplace/shared/messaging/views';
import type { Page } from '@marketplace/shared/pagination';
import { AppError } from '../../errors.ts';
import type { Parts } from '../../parts.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import { parsePosition } from '../../realtime/feed.ts';
import { viewMessage } from './conversation.view.ts';
import { conversationNotFound, getConversation } from './conversations.ts';
import { conversationBetween } from './open-conversation.ts';
import { findSending, storeMessage } from './store-message.ts';

const messagesSent: LimitRule = { name: 'message', points: 60, seconds: 60 };

/**
 * Sends a message and returns it once it is stored. The same `clientId` again returns the first
 * message and stores nothing, also when both arrive at once (decisions: Messaging). Throws
 * NOT_FOUND for those who are not part of the conversation, FORBIDDEN when the other person has
 * left, CONFLICT when the `clientId` was used in another conversation, TOO_MANY_REQUESTS after 60
 * messages in a minute.
 */
export async function sendMessage(
  parts: Pick<Parts, 'db' | 'pool' | 'hub' | 'limiter'>,
  message: { senderId: string; conversationId: string; clientId: string; content: string },
): Promise<MessageView> {
  const { pool, hub, limiter } = parts;
  const { senderId, conversationId } = message;
  if (!isId(conversationId)) throw conversationNotFound();
  const [conversation] = await Promise.all([
    findSending(pool, message),
    limiter.take(messagesSent, senderId),
  ]);
  if (!conversation) throw conversationNotFound();
  if (conversation.isSent) return firstMessage(parts, message);
  if (conversation.otherLeft) {
    throw new AppError('FORBIDDEN', 'This person has left. You can read the conversation only.');
  }
  const stored = await storeMessage(pool, conversation, message);
  if (!stored) return firstMessage(parts, message);
  hub.deliver(stored.entries);
  return stored.message;
}

/**
 * Sends a message to the person at the other end of a listing, as the documented REST call does:
 * a buyer's first one makes the conversation. Errors as of `openConversation` and `sendMessage`.
 */
export async function sendByListing(
  parts: Pick<Parts, 'db' | 'pool' | 'hub' | 'limiter'>,
  message: {
    senderId: string;
    receiverId: string;
    listingId: string;
    clientId?: string | undefined;
    content: string;
  },
): Promise<MessageView> {
  const { senderId, receiverId, listingId, clientId = randomUUID(), content } = message;
  const opening = { userId: senderId, listingId, receiverId };
  const conversationId = await conversationBetween(parts, opening);
  return sendMessage(parts, { senderId, conversationId, clientId, content });
}

/** The message that was stored under this client id before. */
async function firstMessage(
  { db }: Pick<Parts, 'db'>,
  message: { senderId: string; conversationId: string; clientId: string },
): Promise<MessageView> {
  const { senderId, conversationId, clientId } = message;
  const conversation = await getConversation(db, conversationId, senderId);
  const first = await db
    .selectFrom('messages')
    .select(['id', 'conversationId', 'seq', 'senderId', 'clientId', 'content', 'createdAt'])
    .where('senderId', '=', senderId)
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow();
  if (first.conversationId !== conversation.id) {
    throw new AppError('CONFLICT', 'This clientId was used for a message elsewhere.');
  }
  return viewMessage(conversation, first);
}

/**
 * The messages of a conversation, newest first. Reading does not mark them as read. Throws
 * NOT_FOUND for those who are not part of it.
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

import { randomUUID } from 'node:crypto';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import type { MessageView } from '@marketplace/shared/messaging/views';
import type { Page } from '@marketplace/shared/pagination';
import { texts } from '@marketplace/shared/texts';
import { AppError } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import { parsePosition } from '../../realtime/feed.ts';
import { viewMessage } from './conversation.view.ts';
import { conversationNotFound, getConversation } from './conversations.ts';
import { loadSendContext } from './load-send-context.ts';
import { conversationBetween } from './open-conversation.ts';
import { storeMessage } from './store-message.ts';

const messagesSent: LimitRule = {
  name: 'message',
  points: 60,
  seconds: 60,
  text: 'You can send {points} messages a minute.',
};

/**
 * Sends a message and returns it once it is stored. The same `clientId` again returns the first
 * message and stores nothing, also when both arrive at once. Throws
 * NOT_FOUND for those who are not part of the conversation, FORBIDDEN when the other person has
 * left or one of the two blocks the other, CONFLICT when the `clientId` was used in another
 * conversation, TOO_MANY_REQUESTS after 60 messages in a minute. What is stored already is returned
 * in any case: a try whose answer was lost is never refused, and counts for no limit.
 */
export async function sendMessage(
  ctx: Pick<AppContext, 'db' | 'pool' | 'hub' | 'limiter'>,
  message: { senderId: string; conversationId: string; clientId: string; content: string },
): Promise<MessageView> {
  const { pool, hub, limiter } = ctx;
  const { senderId, conversationId } = message;
  if (!isId(conversationId)) throw conversationNotFound();
  const conversation = await loadSendContext(pool, message);
  if (!conversation) throw conversationNotFound();
  const sentBefore = conversation.isSent ? await findFirst(ctx.db, message) : undefined;
  if (sentBefore) return sentBefore;
  if (conversation.otherLeft) {
    throw new AppError('FORBIDDEN', 'This person has left. You can read the conversation only.');
  }
  await limiter.take(messagesSent, senderId);
  const stored = await storeMessage(pool, conversation, message);
  if (stored) {
    hub.deliver(stored.entries);
    hub.admin.publish({ type: 'messageSent' });
    return stored.message;
  }
  // Stored by another try in the meantime, or else one of the two blocks the other.
  const first = await findFirst(ctx.db, message);
  if (!first) throw new AppError('FORBIDDEN', texts.messageUndeliverable);
  return first;
}

/**
 * Sends a message to the person at the other end of a listing, as the documented REST call does:
 * a buyer's first one makes the conversation. Errors as of `openConversation` and `sendMessage`.
 */
export async function sendByListing(
  ctx: Pick<AppContext, 'db' | 'pool' | 'hub' | 'limiter'>,
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
  const conversationId = await conversationBetween(ctx, opening);
  return sendMessage(ctx, { senderId, conversationId, clientId, content });
}

/** The message that was stored under this client id before, if there is one. */
async function findFirst(
  db: Db,
  message: { senderId: string; conversationId: string; clientId: string },
): Promise<MessageView | undefined> {
  const { senderId, conversationId, clientId } = message;
  const first = await db
    .selectFrom('messages')
    .select(['id', 'conversationId', 'seq', 'senderId', 'clientId', 'content', 'createdAt'])
    .where('senderId', '=', senderId)
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  if (!first) return undefined;
  const conversation = await getConversation(db, conversationId, senderId);
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

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { sendByListingInput, sendMessageInput } from '@marketplace/shared/messaging/inputs';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import { AppError, notFound } from '../../errors.ts';
import { limitReached, perMinute } from '../../platform/limiter.ts';
import { findLiveSessions } from '../../realtime/socket-sessions.ts';
import { getConversation, viewMessage } from './conversations.ts';
import { conversationBetween } from './open-conversation.ts';
import { type NewMessage, storeAlone, type StoredMessage, storeMessage } from './store-message.ts';

/** The limit on messages. The statement that stores a message counts them. */
export const messagesSent = perMinute('message', 60, 'You can send {points} messages a minute.');

type OutgoingMessage = output<typeof sendMessageInput> & Pick<NewMessage, 'senderId' | 'sessionId'>;

/**
 * Sends a message and returns it once it is stored. Repeating the `clientId` returns the first
 * message, even if both race or a block came since, and counts toward no limit. Throws NOT_FOUND
 * for others, FORBIDDEN when the other person has left or one of the two blocks the other, CONFLICT
 * for a `clientId` of another conversation, TOO_MANY_REQUESTS after 60 messages in a minute,
 * UNAUTHORIZED when the session of `sessionId` has ended.
 */
export async function sendMessage(
  ctx: Pick<AppContext, 'db' | 'pool' | 'hub' | 'limiter'>,
  { conversationId, ...message }: OutgoingMessage,
): Promise<MessageView> {
  if (!isId(conversationId)) throw notFound('Conversation');
  const perMinute = ctx.limiter.pointsOf(messagesSent);
  const outgoing = { ...message, conversationId: conversationId.toLowerCase(), perMinute };
  for (const store of [storeMessage, storeAlone]) {
    const stored = await store(ctx.pool, outgoing);
    if (stored) return publishSent(ctx, stored);
    const sentBefore = await findSentOrRefuse(ctx.db, outgoing);
    if (sentBefore) return sentBefore;
  }
  // The reason for the refusal was gone before `findSentOrRefuse` looked for it.
  throw new AppError('FORBIDDEN', texts.messageUndeliverable);
}

/** Publishes a stored message after the commit, and returns it. */
export function publishSent({ hub }: Pick<AppContext, 'hub'>, stored: StoredMessage): MessageView {
  hub.deliver(stored.entries);
  hub.admin.publish({ type: 'messageSent' });
  return stored.message;
}

/** Sends a message about a listing. Throws as `conversationBetween` and `sendMessage` do. */
export async function sendByListing(
  ctx: Pick<AppContext, 'db' | 'pool' | 'hub' | 'limiter'>,
  message: output<typeof sendByListingInput> & { senderId: string },
): Promise<MessageView> {
  const { senderId, receiverId, listingId, clientId = randomUUID(), content } = message;
  const conversationId = await conversationBetween(ctx, {
    userId: senderId,
    listingId,
    receiverId,
  });
  return sendMessage(ctx, { senderId, conversationId, clientId, content });
}

/**
 * Returns the message that was stored under this client id, or throws the reason why `storeMessage`
 * stored nothing. Returns undefined if nothing refuses the message, for example when its rows were
 * locked.
 */
export async function findSentOrRefuse(db: Db, message: NewMessage) {
  const { senderId, conversationId, perMinute, sessionId } = message;
  if (sessionId && (await findLiveSessions(db, [sessionId])).size === 0) {
    throw new AppError('UNAUTHORIZED', unauthorized);
  }
  const found = await db
    .selectFrom('conversationParticipants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversationId')
    .innerJoin('users as o', 'o.id', 'p.otherId')
    .leftJoin('feeds as f', 'f.userId', 'p.userId')
    .select(['c.blocked', 'f.sentInMinute'])
    .select([
      sql<boolean>`o.deleted_at is not null or o.deactivated_at is not null`.as('otherLeft'),
      sql<string>`extract(epoch from f.minute_ends_at - now()) * 1000`.as('msLeft'),
    ])
    .where((eb) => eb.and({ 'p.conversationId': conversationId, 'p.userId': senderId }))
    .executeTakeFirstOrThrow(() => notFound('Conversation'));
  const sentBefore = await findSent(db, message);
  if (sentBefore) return sentBefore;
  if (found.otherLeft) {
    const text = 'This person has left the marketplace. You can still read this conversation.';
    throw new AppError('FORBIDDEN', text);
  }
  const msLeft = Number(found.msLeft);
  if (msLeft > 0 && Number(found.sentInMinute) >= perMinute) {
    throw limitReached(messagesSent, perMinute, msLeft);
  }
  if (found.blocked) throw new AppError('FORBIDDEN', texts.messageUndeliverable);
  return undefined;
}

/**
 * Returns the sender's message with this client id. Throws CONFLICT if it is in another
 * conversation.
 */
export async function findSent(
  db: Db,
  message: Pick<NewMessage, 'conversationId' | 'senderId' | 'clientId'>,
): Promise<MessageView | undefined> {
  const { senderId, conversationId, clientId } = message;
  const sent = await db
    .selectFrom('messages')
    .selectAll()
    .where((eb) => eb.and({ senderId, clientId }))
    .executeTakeFirst();
  if (!sent) return undefined;
  const conversation = await getConversation(db, conversationId, senderId);
  if (sent.conversationId !== conversation.id) {
    throw new AppError('CONFLICT', 'This clientId was used for a message elsewhere.');
  }
  return viewMessage(conversation, sent);
}

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
import { AppError, badField, notFound } from '../../errors.ts';
import { limitReached, perMinute } from '../../platform/limiter.ts';
import { findLiveSessions } from '../../realtime/socket-sessions.ts';
import { assertUserNotSuspended } from '../users/users.ts';
import { getConversation, viewMessage } from './conversations.ts';
import { conversationBetween } from './open-conversation.ts';
import type { NewMessage, StoredMessage } from './message-rows.ts';
import { hashOf, mostPeople, peopleAlike } from './same-text.ts';
import { screenMessage } from './screen-message.ts';
import { storeAlone, storeMessage } from './store-message.ts';

/** The limit on messages. The statement that stores a message counts them. */
export const messagesSent = perMinute('message', 60, 'You can send {points} messages a minute.');

type SendContext = Pick<AppContext, 'db' | 'pool' | 'hub' | 'limiter' | 'screener'>;

type OutgoingMessage = output<typeof sendMessageInput> &
  Pick<NewMessage, 'senderId' | 'sessionId'> & { standing?: number | undefined };

/**
 * Sends a message and returns it once it is stored. Repeating the `clientId` returns the first
 * message, even if both race or a block came since, and counts toward no limit. Throws NOT_FOUND
 * for others, FORBIDDEN when the other person has left or one of the two blocks the other, CONFLICT
 * for a `clientId` of another conversation, TOO_MANY_REQUESTS after 60 messages in a minute,
 * UNAUTHORIZED when the session of `sessionId` has ended, FORBIDDEN when its user is suspended, and
 * BAD_REQUEST for a text that a rule refuses.
 */
export async function sendMessage(
  ctx: SendContext,
  { conversationId, standing, ...message }: OutgoingMessage,
): Promise<MessageView> {
  if (!isId(conversationId)) throw notFound('Conversation');
  const perMinute = ctx.limiter.pointsOf(messagesSent);
  const { senderId: userId, content: text } = message;
  const { refusal, ...screened } = screenMessage(ctx, { userId, standing, text, field: 'content' });
  const outgoing = {
    ...message,
    ...screened,
    textHash: hashOf(text, standing),
    conversationId: conversationId.toLowerCase(),
    perMinute,
  };
  // A rule may be newer than a message that was sent before.
  if (refusal) return (await findSentOrRefuse(ctx.db, outgoing)) ?? Promise.reject(refusal);
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
  const { caseId, message } = stored;
  if (caseId) hub.admin.publish({ type: 'report', caseId, change: 'reported' });
  return message;
}

/** Sends a message about a listing. Throws as `conversationBetween` and `sendMessage` do. */
export async function sendByListing(
  ctx: SendContext,
  message: output<typeof sendByListingInput> & Pick<OutgoingMessage, 'senderId' | 'standing'>,
): Promise<MessageView> {
  const { senderId, receiverId, listingId, clientId = randomUUID(), ...more } = message;
  const conversationId = await conversationBetween(ctx, {
    userId: senderId,
    listingId,
    receiverId,
  });
  return sendMessage(ctx, { ...more, senderId, conversationId, clientId });
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
    .innerJoinLateral(
      sql<object>`(select p.user_id as sender_id, p.other_id as receiver_id,
        ${message.textHash ?? null}::bigint as hash)`.as('k'),
      (join) => join.onTrue(),
    )
    .leftJoin('feeds as f', 'f.userId', 'p.userId')
    .select(['c.blocked', 'f.sentInMinute'])
    .select(
      sql<number | null>`case when c.last_seq = 0 then (${sql.raw(peopleAlike)}) end`.as('alike'),
    )
    .select([
      sql<boolean>`o.deleted_at is not null or o.deactivated_at is not null`.as('otherLeft'),
      sql<string>`extract(epoch from f.minute_ends_at - now()) * 1000`.as('msLeft'),
    ])
    .where((eb) => eb.and({ 'p.conversationId': conversationId, 'p.userId': senderId }))
    .executeTakeFirstOrThrow(() => notFound('Conversation'));
  const sentBefore = await findSent(db, message);
  if (sentBefore) return sentBefore;
  if (sessionId) await assertUserNotSuspended(db, senderId);
  if (found.otherLeft) {
    const text = 'This person has left the marketplace. You can still read this conversation.';
    throw new AppError('FORBIDDEN', text);
  }
  const msLeft = Number(found.msLeft);
  if (msLeft > 0 && Number(found.sentInMinute) >= perMinute) {
    throw limitReached(messagesSent, perMinute, msLeft);
  }
  if (found.blocked) throw new AppError('FORBIDDEN', texts.messageUndeliverable);
  if ((found.alike ?? 0) >= mostPeople) {
    const text = "You've sent this to many people today. Write each person a message of its own.";
    throw badField('content', text);
  }
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

import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import type { sendByListingInput, sendMessageInput } from '@marketplace/shared/messaging/inputs';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import { AppError, notFound } from '../../errors.ts';
import { createBatcher } from '../../platform/batcher.ts';
import { perMinute } from '../../platform/limiter.ts';
import { getConversation, viewMessage } from './conversations.ts';
import { conversationBetween } from './open-conversation.ts';
import { type SendContext, storeMessage } from './store-message.ts';

const messagesSent = perMinute('message', 60, 'You can send {points} messages a minute.');

type OutgoingMessage = output<typeof sendMessageInput> & { senderId: string };

/**
 * Sends a message and returns it once it is stored. The same `clientId` again returns the first
 * message and stores nothing, also when both arrive at once. Throws NOT_FOUND for anyone who is not
 * part of the conversation, FORBIDDEN when the other person has left or one of the two blocks the
 * other, CONFLICT when the `clientId` was used in another conversation, TOO_MANY_REQUESTS after 60
 * messages in a minute. A message that is stored already is returned in any case: a retry after a lost
 * answer is never refused, and counts for no limit.
 */
export async function sendMessage(
  ctx: Pick<AppContext, 'db' | 'pool' | 'hub' | 'limiter'>,
  message: OutgoingMessage,
): Promise<MessageView> {
  const { db, pool, hub, limiter } = ctx;
  const { senderId, conversationId, clientId, content } = message;
  const context = isId(conversationId) ? await loadSendContext(pool, message) : undefined;
  if (!context) throw notFound('Conversation');
  const sentBefore = context.isSent ? await findSent(db, message) : undefined;
  if (sentBefore) return sentBefore;
  if (context.otherLeft) {
    throw new AppError('FORBIDDEN', 'This person has left. You can read the conversation only.');
  }
  await limiter.take(messagesSent, senderId);
  const stored = await storeMessage(pool, { context, clientId, content });
  if (stored) {
    hub.deliver(stored.entries);
    hub.admin.publish({ type: 'messageSent' });
    return stored.message;
  }
  // Stored by another attempt meanwhile, or else one of the two blocks the other.
  const first = await findSent(db, message);
  if (!first) throw new AppError('FORBIDDEN', texts.messageUndeliverable);
  return first;
}

/**
 * Sends a message to the other person of a listing, as the documented REST call does: a buyer's first
 * one opens the conversation. Errors as of `openConversation` and `sendMessage`.
 */
export async function sendByListing(
  ctx: Pick<AppContext, 'db' | 'pool' | 'hub' | 'limiter'>,
  message: output<typeof sendByListingInput> & { senderId: string },
): Promise<MessageView> {
  const { senderId, receiverId, listingId, clientId = randomUUID(), content } = message;
  const opening = { userId: senderId, listingId, receiverId };
  const conversationId = await conversationBetween(ctx, opening);
  return sendMessage(ctx, { senderId, conversationId, clientId, content });
}

/** Named, so that a connection plans it once: planning it takes longer than running it. */
const sendContextStatement = {
  name: 'send-context',
  text: `
    select asked.n::integer, c.id, c.listing_id as "listingId",
      case when l.deleted_at is null then l.title else c.listing_title end as "listingTitle",
      u.id as "userId", u.email, u.first_name as "firstName", u.last_name as "lastName",
      u.username, o.id as "otherId", o.email as "otherEmail",
      o.deleted_at is not null as "otherDeleted",
      o.deleted_at is not null or o.deactivated_at is not null as "otherLeft",
      m.id is not null as "isSent"
    from unnest($1::uuid[], $2::uuid[], $3::uuid[])
      with ordinality as asked (conversation_id, sender_id, client_id, n)
    join conversation_participants p
      on p.conversation_id = asked.conversation_id and p.user_id = asked.sender_id
    join conversations c on c.id = p.conversation_id
    join listings l on l.id = c.listing_id
    join users u on u.id = p.user_id
    join users o on o.id = p.other_id
    left join messages m on m.sender_id = p.user_id and m.client_id = asked.client_id`,
};

/** The conversation, for a sender who is part of it; undefined for anyone else. */
const loadSendContext = createBatcher(async (pool: Pool, messages: OutgoingMessage[]) => {
  type Row = SendContext & { n: number; otherLeft: boolean; isSent: boolean };
  const { rows } = await pool.query<Row>({
    ...sendContextStatement,
    values: [
      messages.map(({ conversationId }) => conversationId),
      messages.map(({ senderId }) => senderId),
      messages.map(({ clientId }) => clientId),
    ],
  });
  const byNumber = new Map(rows.map((row) => [row.n, row]));
  return messages.map((_, at) => byNumber.get(at + 1));
});

/** The message that was stored under this client id before, if there is one. */
async function findSent(db: Db, message: OutgoingMessage): Promise<MessageView | undefined> {
  const { senderId, conversationId, clientId } = message;
  const sent = await db
    .selectFrom('messages')
    .select(['id', 'conversationId', 'seq', 'senderId', 'clientId', 'content', 'createdAt'])
    .where('senderId', '=', senderId)
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  if (!sent) return undefined;
  const conversation = await getConversation(db, conversationId, senderId);
  if (sent.conversationId !== conversation.id) {
    throw new AppError('CONFLICT', 'This clientId was used for a message elsewhere.');
  }
  return viewMessage(conversation, sent);
}

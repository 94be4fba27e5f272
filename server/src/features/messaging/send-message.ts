import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { DB } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import { createBatcher } from '../../platform/batcher.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import { viewMessage } from './conversation.view.ts';
import { conversationNotFound, getConversation } from './conversations.ts';
import { conversationBetween } from './open-conversation.ts';
import { type SendContext, storeMessage } from './store-message.ts';

const messagesSent: LimitRule = {
  name: 'message',
  points: 60,
  seconds: 60,
  text: 'You can send {points} messages a minute.',
};

interface OutgoingMessage {
  senderId: string;
  conversationId: string;
  clientId: string;
  content: string;
}

/**
 * Sends a message and returns it once it is stored. The same `clientId` again returns the first
 * message and stores nothing, also when both arrive at once. Throws NOT_FOUND for anyone who is not
 * part of the conversation, FORBIDDEN when the other person has left or one of the two blocks the
 * other, CONFLICT when the `clientId` was used in another conversation, TOO_MANY_REQUESTS after 60
 * messages in a minute. A message that is stored already is returned in any case: a retry after a lost
 * answer is never refused, and counts for no limit.
 */
export async function sendMessage(
  ctx: Pick<AppContext, 'db' | 'hub' | 'limiter'>,
  message: OutgoingMessage,
): Promise<MessageView> {
  const { db, hub, limiter } = ctx;
  const { senderId, conversationId, clientId, content } = message;
  const context = isId(conversationId) ? await loadSendContext(db, message) : undefined;
  if (!context) throw conversationNotFound();
  const sentBefore = context.isSent ? await findSent(db, message) : undefined;
  if (sentBefore) return sentBefore;
  if (context.otherLeft) {
    throw new AppError('FORBIDDEN', 'This person has left. You can read the conversation only.');
  }
  await limiter.take(messagesSent, senderId);
  const stored = await storeMessage(db, { context, clientId, content });
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
  ctx: Pick<AppContext, 'db' | 'hub' | 'limiter'>,
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

/** The conversation, for a sender who is part of it; undefined for anyone else. */
const loadSendContext = createBatcher(async (db: Kysely<DB>, messages: OutgoingMessage[]) => {
  const { rows } = await sql<SendContext & { n: number; otherLeft: boolean; isSent: boolean }>`
    select asked.n::integer, c.id, c.listing_id,
      case when l.deleted_at is null then l.title else c.listing_title end as listing_title,
      u.id as user_id, u.email, u.first_name, u.last_name, u.username,
      o.id as other_id, o.email as other_email, o.deleted_at is not null as other_deleted,
      o.deleted_at is not null or o.deactivated_at is not null as other_left,
      m.id is not null as is_sent
    from unnest(
      ${messages.map(({ conversationId }) => conversationId)}::uuid[],
      ${messages.map(({ senderId }) => senderId)}::uuid[],
      ${messages.map(({ clientId }) => clientId)}::uuid[]
    ) with ordinality as asked (conversation_id, sender_id, client_id, n)
    join conversation_participants p
      on p.conversation_id = asked.conversation_id and p.user_id = asked.sender_id
    join conversations c on c.id = p.conversation_id
    join listings l on l.id = c.listing_id
    join users u on u.id = p.user_id
    join users o on o.id = p.other_id
    left join messages m on m.sender_id = p.user_id and m.client_id = asked.client_id`.execute(db);
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

import { typingLastsMs } from '@marketplace/shared/messaging/constants';
import type { AppContext } from '../../app-context.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import { getConversation } from './conversations.ts';

const typingSigns: LimitRule = { name: 'typing', points: 60, seconds: 60 };

/**
 * Tells the other person that this one types, for the next five seconds; nobody where one of them
 * blocks the other. Throws NOT_FOUND for those
 * who are not part of the conversation, TOO_MANY_REQUESTS after 60 signs in a minute.
 */
export async function setTyping(
  { db, hub, limiter }: Pick<AppContext, 'db' | 'hub' | 'limiter'>,
  typing: { userId: string; conversationId: string },
): Promise<void> {
  const { id, otherId, otherLeft, blocked } = await getConversation(
    db,
    typing.conversationId,
    typing.userId,
  );
  await limiter.take(typingSigns, typing.userId);
  if (otherLeft || blocked) return;
  const until = new Date(Date.now() + typingLastsMs).toISOString();
  const event = { type: 'typing', conversationId: id, userId: typing.userId, until } as const;
  hub.presence.tellTyping(otherId, event);
}

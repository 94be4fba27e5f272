import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../api/trpc.ts';

/** The inputs of the two lists of conversations; the page and the live events address one cache entry each. */
export const conversationsQuery = {};
export const archiveQuery = { archived: true };

/** The input of one conversation's history. */
export function historyQuery(conversationId: string) {
  return { conversationId };
}

/** Of the inbox; where queries are looked for by the beginning of their key, of the archive as well. */
export const conversationsKey = () =>
  getQueryKey(trpc.messaging.conversations, conversationsQuery, 'infinite');

export const archiveKey = () => getQueryKey(trpc.messaging.conversations, archiveQuery, 'infinite');

/** Of one conversation that was fetched apart from the lists. */
export const conversationKey = (conversationId: string) =>
  getQueryKey(trpc.messaging.conversation, { conversationId }, 'query');

export const historyKey = (conversationId: string) =>
  getQueryKey(trpc.messaging.history, historyQuery(conversationId), 'infinite');

/** All histories there are. */
export const historiesKey = () => getQueryKey(trpc.messaging.history, undefined, 'any');

export const unreadCountKey = () => getQueryKey(trpc.messaging.unreadCount, undefined, 'query');

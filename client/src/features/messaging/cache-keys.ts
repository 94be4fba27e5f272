import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../api/trpc.ts';

/** The input of the list of conversations; the page and the live events address one cache entry. */
export const conversationsQuery = {};

/** The input of one conversation's history. */
export function historyQuery(conversationId: string) {
  return { conversationId };
}

export const conversationsKey = () =>
  getQueryKey(trpc.messaging.conversations, conversationsQuery, 'infinite');

export const historyKey = (conversationId: string) =>
  getQueryKey(trpc.messaging.history, historyQuery(conversationId), 'infinite');

/** All histories there are. */
export const historiesKey = () => getQueryKey(trpc.messaging.history, undefined, 'any');

export const unreadCountKey = () => getQueryKey(trpc.messaging.unreadCount, undefined, 'query');

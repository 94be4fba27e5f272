import { getQueryKey } from '@trpc/react-query';
import { requestsPerPage } from '@marketplace/shared/messaging/constants';
import { trpc } from '../../api/trpc.ts';

/**
 * The query inputs of the inbox, the requests and the archive. Live events update the same cache
 * entries.
 */
export const conversationsQuery = { folder: 'inbox' as const };
export const requestsQuery = { folder: 'requests' as const, limit: requestsPerPage };
export const archiveQuery = { archived: true };

export const historyQuery = (conversationId: string) => ({ conversationId });

/** Matches the inbox, the requests and the archive. */
export const conversationListsKey = () =>
  getQueryKey(trpc.messaging.conversations, undefined, 'infinite');

export const conversationsKey = () =>
  getQueryKey(trpc.messaging.conversations, conversationsQuery, 'infinite');

export const requestsKey = () =>
  getQueryKey(trpc.messaging.conversations, requestsQuery, 'infinite');

export const archiveKey = () => getQueryKey(trpc.messaging.conversations, archiveQuery, 'infinite');

/** The key of a conversation that was fetched alone because no loaded list contains it. */
export const conversationKey = (conversationId: string) =>
  getQueryKey(trpc.messaging.conversation, { conversationId }, 'query');

export const historyKey = (conversationId: string) =>
  getQueryKey(trpc.messaging.history, historyQuery(conversationId), 'infinite');

/** Matches the histories of all conversations. */
export const historiesKey = () => getQueryKey(trpc.messaging.history, undefined, 'any');

export const currentUserKey = () => getQueryKey(trpc.auth.me, undefined, 'query');

export const unreadCountKey = () => getQueryKey(trpc.messaging.unreadCount, undefined, 'query');

/** The key of one conversation's deal. */
export const dealKey = (conversationId: string) =>
  getQueryKey(trpc.deals.forConversation, { conversationId }, 'query');

/** Matches the deals of all conversations. */
export const dealsKey = () => getQueryKey(trpc.deals.forConversation, undefined, 'query');

/** The key of the user's sales. Live events refetch the same cache entry. */
export const salesKey = () => getQueryKey(trpc.payments.sales, {}, 'infinite');

/** The key of the user's saved searches. */
export const searchesKey = () => getQueryKey(trpc.searches.list, undefined, 'query');

import type { ConversationView } from '@marketplace/shared/messaging/views';
import { errorCode } from '../../../api/errors.ts';
import { itemsOf } from '../../../api/pages.ts';
import { trpc } from '../../../api/trpc.ts';
import { archiveQuery, conversationsQuery } from '../cache-keys.ts';
import { findConversation } from '../live/apply-event.ts';

export type Conversations = ReturnType<typeof useConversations>;

/** Returns the loaded conversations of the inbox or the archive, newest first. */
export function useConversations({ archived = false, enabled = true } = {}) {
  const query = trpc.messaging.conversations.useInfiniteQuery(
    archived ? archiveQuery : conversationsQuery,
    { getNextPageParam: (page) => page.nextCursor ?? undefined, enabled },
  );
  const conversations = query.data && itemsOf(query.data);
  return {
    ...query,
    conversations,
    /** The number of all conversations: the server's count, maybe stale, until all are loaded. */
    total: query.hasNextPage ? query.data?.pages[0]?.total : conversations?.length,
  };
}

/** Returns a conversation from the lists, or fetches it. Null means that it does not exist. */
export function useConversation(
  id: string | null,
  lists: Conversations[],
): { conversation: ConversationView | null | undefined; retry: (() => void) | undefined } {
  const listed = lists.flatMap(({ data }) => (id && findConversation(data, id)) || [])[0];
  const isUnlisted = id !== null && !listed && lists.every(({ isLoading }) => !isLoading);
  const single = trpc.messaging.conversation.useQuery(
    { conversationId: id ?? '' },
    { enabled: isUnlisted },
  );
  if (listed || !isUnlisted) return { conversation: listed, retry: undefined };
  if (single.isError && errorCode(single.error) === 'NOT_FOUND') {
    return { conversation: null, retry: undefined };
  }
  const retry = single.isError ? () => void single.refetch() : undefined;
  return { conversation: single.data, retry };
}

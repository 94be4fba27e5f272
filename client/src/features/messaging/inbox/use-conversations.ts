import { useState } from 'react';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { errorCode } from '../../../api/errors.ts';
import { itemsOf } from '../../../api/pages.ts';
import { trpc } from '../../../api/trpc.ts';
import { findConversation } from '../live/apply-event.ts';

export type Conversations = ReturnType<typeof useConversations>;

type Input = { folder?: 'inbox' | 'requests'; archived?: boolean; limit?: number };

/** Returns the loaded conversations of a list in `cache-keys.ts`, newest first. */
export function useConversations(input: Input, enabled = true) {
  const query = trpc.messaging.conversations.useInfiniteQuery(input, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    enabled,
  });
  const conversations = query.data && itemsOf(query.data);
  return {
    ...query,
    conversations,
    /** The number of all conversations: the server's count, maybe stale, until all are loaded. */
    total: query.hasNextPage ? query.data?.pages[0]?.total : conversations?.length,
  };
}

/**
 * Returns a conversation from the lists, or fetches it. Null means that it does not exist. While it
 * moves from one list to another, returns it as it was, so that an open chat stays open.
 */
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
  const current = listed ?? single.data;
  const [last, setLast] = useState(current);
  if (current && current !== last) setLast(current);
  const known = current ?? (last?.id === id ? last : undefined);
  if (listed || !isUnlisted) return { conversation: known, retry: undefined };
  if (single.isError && errorCode(single.error) === 'NOT_FOUND') {
    return { conversation: null, retry: undefined };
  }
  const retry = single.isError ? () => void single.refetch() : undefined;
  return { conversation: known, retry: known ? undefined : retry };
}

import { useEffect } from 'react';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { trpc } from '../../../api/trpc.ts';
import { findConversation } from '../live/apply-event.ts';
import { conversationsQuery } from '../cache-keys.ts';

/** The loaded part of the list of conversations, newest first. */
export function useConversations() {
  const query = trpc.messaging.conversations.useInfiniteQuery(conversationsQuery, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const conversations = query.data?.pages.flatMap((page) => page.items);
  return {
    ...query,
    conversations,
    /** Of all, loaded or not; what is loaded may have changed since they were counted. */
    total: query.hasNextPage ? query.data?.pages[0]?.total : conversations?.length,
  };
}

/**
 * The conversation of an address; null when the user has no such one. An old one lies on a later
 * page of the list: pages are loaded until it is there.
 */
export function useConversation(
  list: ReturnType<typeof useConversations>,
  id: string | null,
): ConversationView | null | undefined {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  const found = id ? findConversation(data, id) : undefined;
  const isMissing = Boolean(id && data && !found);
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, isError, fetchNextPage]);
  return found ?? (isMissing && !hasNextPage && !isFetching ? null : undefined);
}

import { useMemo } from 'react';
import type { TimelineEntry } from '@marketplace/shared/messaging/timeline';
import { itemsOf } from '../../../api/pages.ts';
import { trpc } from '../../../api/trpc.ts';
import { historyQuery } from '../cache-keys.ts';
import { useOutbox } from '../live/send-queue.ts';

/** A message as the chat shows it: stored, or still on its way. */
export type ChatMessage = TimelineEntry & {
  /** Stays the same when the stored message takes the place of the one on its way. */
  key: string;
  clientId: string;
  senderId: string;
  content: string;
  createdAt: string;
  /** Its number in the conversation; null while it is on its way. */
  seq: number | null;
  /** The stored message; absent while it is on its way. */
  id?: string;
  /** Why it was not sent. */
  error?: string | undefined;
  /** It is sent when the connection is back. */
  queued?: boolean;
};

/** The loaded messages of a conversation, oldest first, with those on their way last. */
export function useHistory(conversationId: string, me: string) {
  const query = trpc.messaging.history.useInfiniteQuery(historyQuery(conversationId), {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const pending = useOutbox(me);
  const { data } = query;
  const messages = useMemo(() => {
    if (!data) return undefined;
    const stored = itemsOf(data).reverse();
    const known = new Set(stored.map((message) => message.clientId));
    const onTheirWay = pending.filter(
      (item) => item.conversationId === conversationId && !known.has(item.clientId),
    );
    const text = { kind: 'text', data: null, senderId: me, seq: null } as const;
    return [...stored, ...onTheirWay.map((item) => ({ ...item, ...text }))].map(
      (message): ChatMessage => ({ ...message, key: `${message.senderId} ${message.clientId}` }),
    );
  }, [data, pending, conversationId, me]);
  return { ...query, messages };
}

/** The messages of the other person with a number above `seq`. */
export function theirsAfter(messages: ChatMessage[], me: string, seq: number): ChatMessage[] {
  return messages.filter((message) => message.senderId !== me && (message.seq ?? 0) > seq);
}

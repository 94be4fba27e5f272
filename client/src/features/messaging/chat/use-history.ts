import { useMemo } from 'react';
import type { MessageWarning } from '@marketplace/shared/messaging/constants';
import type { TimelineEntry } from '@marketplace/shared/messaging/timeline';
import { itemsOf } from '../../../api/pages.ts';
import { trpc } from '../../../api/trpc.ts';
import { historyQuery } from '../cache-keys.ts';
import { useOutbox } from '../live/send-queue.ts';

/** A message in the chat, stored or being sent. */
export type ChatMessage = TimelineEntry & {
  /** Stays the same when the stored message replaces the one being sent. */
  key: string;
  clientId: string;
  senderId: string;
  content: string;
  createdAt: string;
  /** The sequence number in the conversation. Null while the message is being sent. */
  seq: number | null;
  /** The id of the stored message. Absent while the message is being sent. */
  id?: string;
  /** What the reader is warned about. */
  warning?: MessageWarning | null;
  /** Why the message was not sent. */
  error?: string | undefined;
  /** True if the message cannot be sent without a change. */
  isInvalid?: boolean | undefined;
  /** True while the message waits for the connection. */
  queued?: boolean;
};

/** Returns the loaded messages of a conversation, oldest first, then those being sent. */
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
  return { ...query, messages, readings: data?.pages[0]?.readings };
}

/** Returns the other person's messages with a sequence number above `seq`. */
export function theirsAfter(messages: ChatMessage[], me: string, seq: number): ChatMessage[] {
  return messages.filter((message) => message.senderId !== me && (message.seq ?? 0) > seq);
}

import { useNetwork } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { refusalOf } from '../../../api/errors.ts';
import { reconnectDelay } from '../../../api/subscription-link.ts';
import { trpc } from '../../../api/trpc.ts';
import { refetchCounters } from '../live/feed-cache.ts';
import { onScreen } from '../live/on-screen.ts';

/** At most one call in so many ms: a burst of messages is marked together. */
const pace = 400;

function onVisibilityChange(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

interface Reading {
  conversationId: string;
  /** The newest message that is on screen; null while the reader has scrolled away from it. */
  seenSeq: number | null;
  /** Up to where the server knows it is read. */
  readSeq: number;
}

/** Marks as read what is on screen in a visible tab, and nothing else. */
export function useMarkRead({ conversationId, seenSeq, readSeq }: Reading): void {
  const queryClient = useQueryClient();
  const isVisible = useSyncExternalStore(
    onVisibilityChange,
    () => document.visibilityState === 'visible',
  );
  const { online } = useNetwork();
  const { mutate } = trpc.messaging.markRead.useMutation();
  const asked = useRef({ seq: 0, at: 0 });
  const [failures, setFailures] = useState(0);
  const isReading = isVisible && online && seenSeq !== null;

  useEffect(() => {
    if (!isReading) return undefined;
    onScreen.show(conversationId);
    return () => onScreen.hide(conversationId);
  }, [isReading, conversationId]);

  useEffect(() => {
    if (!isReading || seenSeq <= Math.max(readSeq, asked.current.seq)) return undefined;
    const ask = () => {
      asked.current = { seq: seenSeq, at: Date.now() };
      const onError = (error: unknown) => {
        // A refusal would be the same the next time.
        if ((refusalOf(error)?.status ?? 500) >= 429) {
          asked.current.seq = 0;
          setFailures((count) => count + 1);
        }
        refetchCounters(queryClient);
      };
      const input = { conversationId, upToSeq: seenSeq };
      mutate(input, { onError, onSuccess: () => setFailures(0) });
    };
    const wait = Math.max(pace, reconnectDelay(failures));
    const timer = setTimeout(ask, Math.max(0, asked.current.at + wait - Date.now()));
    return () => clearTimeout(timer);
  }, [isReading, seenSeq, readSeq, conversationId, failures, mutate, queryClient]);
}

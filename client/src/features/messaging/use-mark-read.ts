import { useNetwork } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { trpc } from '../../api/trpc.ts';
import { refetchCounters } from './feed-cache.ts';
import { onScreen } from './on-screen.ts';

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

/** Marks as read what is on screen in a visible tab, and nothing else (decisions: Messaging). */
export function useMarkRead({ conversationId, seenSeq, readSeq }: Reading): void {
  const queryClient = useQueryClient();
  const isVisible = useSyncExternalStore(
    onVisibilityChange,
    () => document.visibilityState === 'visible',
  );
  const { online } = useNetwork();
  const { mutate } = trpc.messaging.markRead.useMutation({ networkMode: 'always' });
  const asked = useRef({ seq: 0, at: 0 });
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
      const giveUp = () => {
        // The next message, or the next look at the tab, tries again.
        asked.current.seq = 0;
        refetchCounters(queryClient);
      };
      mutate({ conversationId, upToSeq: seenSeq }, { onError: giveUp });
    };
    const timer = setTimeout(ask, Math.max(0, asked.current.at + pace - Date.now()));
    return () => clearTimeout(timer);
  }, [isReading, seenSeq, readSeq, conversationId, mutate, queryClient]);
}

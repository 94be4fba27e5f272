import { useSyncExternalStore } from 'react';
import { typingLastsMs } from '@marketplace/shared/messaging/constants';
import type { PresenceEvent } from '@marketplace/shared/messaging/views';

/** What others do at the moment, as the server tells it while the messages are open. */
export function createPresenceStore() {
  const online = new Set<string>();
  const leftAt = new Map<string, number>();
  const typing = new Map<string, ReturnType<typeof setTimeout>>();
  const delivered = new Map<string, number>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const stopTyping = (conversationId: string) => {
    clearTimeout(typing.get(conversationId));
    if (typing.delete(conversationId)) tell();
  };

  return {
    apply(event: PresenceEvent): void {
      if (event.type === 'typing') {
        clearTimeout(typing.get(event.conversationId));
        // By the clock of this side, which may differ from the server's.
        const timer = setTimeout(() => stopTyping(event.conversationId), typingLastsMs);
        typing.set(event.conversationId, timer);
      } else if (event.type === 'online') {
        if (event.since !== null) online.add(event.userId);
        else if (online.delete(event.userId)) leftAt.set(event.userId, Date.now());
      } else {
        const known = delivered.get(event.conversationId) ?? 0;
        delivered.set(event.conversationId, Math.max(known, event.upToSeq));
      }
      tell();
    },
    /** They have sent what they were typing. */
    stopTyping,
    /** Nobody is known to be there: the server tells anew after a break. */
    forget(): void {
      for (const timer of typing.values()) clearTimeout(timer);
      typing.clear();
      online.clear();
      leftAt.clear();
      tell();
    },
    isOnline: (userId: string) => online.has(userId),
    /** When somebody who was seen online went, in epoch ms; 0 for others. */
    leftAt: (userId: string) => leftAt.get(userId) ?? 0,
    isTyping: (conversationId: string) => typing.has(conversationId),
    /** Up to here messages have reached the other person; 0 while nothing was told. */
    deliveredSeq: (conversationId: string) => delivered.get(conversationId) ?? 0,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** That of this page. */
export const presence = createPresenceStore();

export function useIsOnline(userId: string): boolean {
  return useSyncExternalStore(
    presence.subscribe,
    () => presence.isOnline(userId),
    () => false,
  );
}

export function useLeftAt(userId: string): number {
  return useSyncExternalStore(
    presence.subscribe,
    () => presence.leftAt(userId),
    () => 0,
  );
}

export function useIsTyping(conversationId: string): boolean {
  return useSyncExternalStore(
    presence.subscribe,
    () => presence.isTyping(conversationId),
    () => false,
  );
}

export function useDeliveredSeq(conversationId: string): number {
  return useSyncExternalStore(
    presence.subscribe,
    () => presence.deliveredSeq(conversationId),
    () => 0,
  );
}

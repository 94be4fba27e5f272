import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { typingLastsMs } from '@marketplace/shared/messaging/constants';
import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import { keepSubscribed } from '../../../api/keep-subscribed.ts';
import { trpc } from '../../../api/trpc.ts';
import { createStore, useStore } from '../../../ui/store.ts';
import { conversationsKey } from '../cache-keys.ts';

interface Presence {
  /** By user id: online, or since when not, in epoch ms. */
  people: Record<string, 'online' | number>;
  /** By conversation id: the other person types. */
  typing: Record<string, boolean>;
  /** By conversation id: the last message that reached the other person. */
  deliveredSeq: Record<string, number>;
}

/** What others do at the moment, while the server reports it. */
export function createPresence() {
  const store = createStore<Presence>({ people: {}, typing: {}, deliveredSeq: {} });
  const change = (part: Partial<Presence>) => store.set({ ...store.get(), ...part });
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const setTyping = (conversationId: string, isTyping: boolean) => {
    clearTimeout(timers.get(conversationId));
    // By the clock of this browser, which may differ from the server's.
    const stop = () => setTyping(conversationId, false);
    if (isTyping) timers.set(conversationId, setTimeout(stop, typingLastsMs));
    else if (!timers.delete(conversationId)) return;
    change({ typing: { ...store.get().typing, [conversationId]: isTyping } });
  };
  return {
    store,
    apply(event: PresenceEvent): void {
      if (event.type === 'typing') {
        setTyping(event.conversationId, true);
      } else if (event.type === 'online') {
        const { people } = store.get();
        if (event.since === null && people[event.userId] !== 'online') return;
        const presence = event.since === null ? Date.now() : 'online';
        change({ people: { ...people, [event.userId]: presence } });
      } else {
        const { deliveredSeq } = store.get();
        const seq = Math.max(deliveredSeq[event.conversationId] ?? 0, event.upToSeq);
        change({ deliveredSeq: { ...deliveredSeq, [event.conversationId]: seq } });
      }
    },
    /** Their message has come. */
    stopTyping: (conversationId: string) => setTyping(conversationId, false),
    /** Nobody is known to be online: the server reports them again after a break. */
    forget(): void {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      change({ people: {}, typing: {} });
    },
  };
}

const presence = createPresence();

export const { stopTyping } = presence;

/** Whether somebody is online, or when they left, in epoch ms; undefined for those not seen. */
export function useSeen(userId: string): 'online' | number | undefined {
  return useStore(presence.store, ({ people }) => people[userId]);
}

export function useIsTyping(conversationId: string): boolean {
  return useStore(presence.store, ({ typing }) => typing[conversationId] ?? false);
}

/** Up to here messages have reached the other person; 0 while that is not known. */
export function useDeliveredSeq(conversationId: string): number {
  return useStore(presence.store, ({ deliveredSeq }) => deliveredSeq[conversationId] ?? 0);
}

/** Data younger than this, in ms, came with the page and need no second fetch. */
const fresh = 5_000;

/** Follows who is online and who types, in all conversations, while mounted. */
export function usePresence(me: string): void {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  useEffect(() => {
    if (!me) return undefined;
    // Presence and deliveries come only while the subscription is open, so refetch what was missed.
    const catchUp = () => void queryClient.invalidateQueries({ queryKey: conversationsKey() });
    const state = queryClient.getQueryState(conversationsKey());
    if (state?.data && Date.now() - state.dataUpdatedAt > fresh) catchUp();
    let hasStarted = false;
    const stop = keepSubscribed<PresenceEvent>({
      subscribe: (handlers) => client.messaging.presence.subscribe({ userId: me }, handlers),
      onData: presence.apply,
      onStarted() {
        if (hasStarted) catchUp();
        hasStarted = true;
      },
      onDown: presence.forget,
    });
    return () => {
      stop();
      presence.forget();
    };
  }, [queryClient, client, me]);
}

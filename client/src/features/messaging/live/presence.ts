import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { typingLastsMs } from '@marketplace/shared/messaging/constants';
import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import { keepSubscribed } from '../../../api/keep-subscribed.ts';
import { trpc } from '../../../api/trpc.ts';
import { createStore, useStore } from '../../../ui/store.ts';
import { conversationListsKey, conversationsKey } from '../cache-keys.ts';

interface Presence {
  /** Maps a user id to 'online', or to when the user left, in epoch ms. */
  people: Record<string, 'online' | number>;
  /** Maps a conversation id to true while the other person is typing. */
  typing: Record<string, boolean>;
  /** Maps a conversation id to the sequence number of the last message that was delivered. */
  deliveredSeq: Record<string, number>;
}

/** Creates a store of who is online, who is typing, and which messages were delivered. */
export function createPresence() {
  const store = createStore<Presence>({ people: {}, typing: {}, deliveredSeq: {} });
  const change = (part: Partial<Presence>) => store.set({ ...store.get(), ...part });
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const setTyping = (conversationId: string, isTyping: boolean) => {
    clearTimeout(timers.get(conversationId));
    // Timed by this browser's clock, since the server's clock may differ.
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
    /** Ends the typing sign. Called when the person's message arrives. */
    stopTyping: (conversationId: string) => setTyping(conversationId, false),
    /** Forgets who is online and typing. After a reconnect the server reports it again. */
    forget(): void {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      change({ people: {}, typing: {} });
    },
  };
}

const presence = createPresence();

export const { stopTyping } = presence;

/** Returns 'online', or when the user left in epoch ms, or undefined if that is not known. */
export function useLastSeen(userId: string): 'online' | number | undefined {
  return useStore(presence.store, ({ people }) => people[userId]);
}

export function useIsTyping(conversationId: string): boolean {
  return useStore(presence.store, ({ typing }) => typing[conversationId] ?? false);
}

/** Returns the sequence number of the last delivered message, or 0 if it is not known. */
export function useDeliveredSeq(conversationId: string): number {
  return useStore(presence.store, ({ deliveredSeq }) => deliveredSeq[conversationId] ?? 0);
}

/** Data younger than this, in ms, was loaded with the page and needs no second fetch. */
const fresh = 5_000;

/** Follows who is online and who is typing, in all conversations, while mounted. */
export function usePresence(me: string): void {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  useEffect(() => {
    if (!me) return undefined;
    // Deliveries are reported only while the subscription is open, so refetch what was missed.
    const catchUp = () => void queryClient.invalidateQueries({ queryKey: conversationListsKey() });
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

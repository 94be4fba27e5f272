import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import { keepSubscribed } from '../../api/keep-subscribed.ts';
import { trpc } from '../../api/trpc.ts';
import { conversationsKey } from './cache-keys.ts';
import { presence } from './presence-store.ts';
import type { useConversations } from './use-conversations.ts';

/** Data younger than this, in ms, came with the page and needs no second fetch. */
const fresh = 5_000;

/** Follows who is there and who types, while the messages are open: one subscription for all of them. */
export function usePresence({ conversations }: ReturnType<typeof useConversations>): void {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  useEffect(() => {
    // When others were last seen and what has reached them is told only while somebody listens.
    const catchUp = () => void queryClient.invalidateQueries({ queryKey: conversationsKey() });
    const state = queryClient.getQueryState(conversationsKey());
    if (state?.data && Date.now() - state.dataUpdatedAt > fresh) catchUp();
    return followPresence(client, catchUp);
  }, [queryClient, client]);

  const known = useRef(new Map<string, number>());
  useEffect(() => {
    for (const { id, lastSeq, lastSenderId, otherParticipants } of conversations ?? []) {
      const isTheirs = lastSenderId === otherParticipants[0]?.id;
      if (isTheirs && lastSeq > (known.current.get(id) ?? lastSeq)) presence.stopTyping(id);
      known.current.set(id, lastSeq);
    }
  }, [conversations]);
}

/** Fills the store until the returned function is called; `onReturn` runs after each break. */
function followPresence(
  client: ReturnType<typeof trpc.useUtils>['client'],
  onReturn: () => void,
): () => void {
  let hasStarted = false;
  const stop = keepSubscribed<PresenceEvent>({
    subscribe: (handlers) => client.messaging.presence.subscribe(undefined, handlers),
    onData: presence.apply,
    onStarted() {
      if (hasStarted) onReturn();
      hasStarted = true;
    },
    onDown: presence.forget,
  });
  return () => {
    stop();
    presence.forget();
  };
}

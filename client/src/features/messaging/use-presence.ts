import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import { keepSubscribed } from '../../api/keep-subscribed.ts';
import { trpc } from '../../api/trpc.ts';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { conversationsKey } from './cache-keys.ts';
import { presence } from './presence-store.ts';
import type { useConversations } from './use-conversations.ts';

/** Data younger than this, in ms, came with the page and needs no second fetch. */
const fresh = 5_000;

/** Follows who is there and who types, while the messages are open: one subscription for all of them. */
export function usePresence({ conversations }: ReturnType<typeof useConversations>): void {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  const me = useCurrentUser()?.id;
  useEffect(() => {
    // When others were last seen and what has reached them is told only while somebody listens.
    const catchUp = () => void queryClient.invalidateQueries({ queryKey: conversationsKey() });
    const state = queryClient.getQueryState(conversationsKey());
    if (state?.data && Date.now() - state.dataUpdatedAt > fresh) catchUp();
    return followPresence({ client, me, onReturn: catchUp });
  }, [queryClient, client, me]);

  const known = useRef(new Map<string, number>());
  useEffect(() => {
    for (const { id, lastSeq, lastSenderId, otherParticipants } of conversations ?? []) {
      const isTheirs = lastSenderId === otherParticipants[0]?.id;
      if (isTheirs && lastSeq > (known.current.get(id) ?? lastSeq)) presence.stopTyping(id);
      known.current.set(id, lastSeq);
    }
  }, [conversations]);
}

interface Following {
  client: ReturnType<typeof trpc.useUtils>['client'];
  me: string | undefined;
  /** After each break. */
  onReturn: () => void;
}

/** Fills the store until the returned function is called. */
function followPresence({ client, me, onReturn }: Following): () => void {
  let hasStarted = false;
  const stop = keepSubscribed<PresenceEvent>({
    subscribe: (handlers) => client.messaging.presence.subscribe({ userId: me }, handlers),
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

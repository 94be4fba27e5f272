import { VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  type CSSProperties,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
  useEffect,
} from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import { keepSubscribed } from '../../api/keep-subscribed.ts';
import { trpc } from '../../api/trpc.ts';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ChatLoading, ChatNotFound, ChatPanel, NoChat } from './chat/ChatPanel.tsx';
import { ConversationList } from './inbox/ConversationList.tsx';
import classes from './MessagesPage.module.css';
import { conversationsKey } from './cache-keys.ts';
import { presence } from './live/presence-store.ts';
import { useConversation, useConversations } from './inbox/use-conversations.ts';

/** Conversations beside the chat; on a phone one of the two. */
export function Component() {
  const me = useCurrentUser()?.id ?? '';
  const [search] = useSearchParams();
  const selectedId = search.get('c');
  const list = useConversations();
  const selected = useConversation(list, selectedId);
  usePresence(list);
  const page = useRef<HTMLElement>(null);
  return (
    <main
      ref={page}
      id="content"
      tabIndex={-1}
      className={classes.page}
      style={usePlace(page)}
      data-open={selectedId ? true : undefined}
    >
      <VisuallyHidden component="h1">Messages</VisuallyHidden>
      <div className={classes.panes}>
        <div className={classes.list}>
          <ConversationList list={list} selectedId={selectedId} me={me} />
        </div>
        <div className={classes.chat}>
          {!selectedId && <NoChat />}
          {selectedId && selected === undefined && <ChatLoading />}
          {selectedId && selected === null && <ChatNotFound />}
          {selected && <ChatPanel key={selected.id} conversation={selected} me={me} />}
        </div>
      </div>
    </main>
  );
}

/** Smaller by more px than this, the window is covered by the keyboard of a phone. */
const keyboard = 120;

/**
 * The place that the page has: `--top`, the height of what is above it, and, while a keyboard covers
 * the lower part of the window, `--window`, the height of what is left of it.
 */
function usePlace(page: RefObject<HTMLElement | null>): CSSProperties {
  const [place, setPlace] = useState<Record<string, string>>({ '--top': '61px' });
  useLayoutEffect(() => {
    const view = window.visualViewport;
    const measure = () => {
      const top = `${page.current?.offsetTop ?? 0}px`;
      const isCovered = view && view.scale === 1 && window.innerHeight - view.height > keyboard;
      setPlace(isCovered ? { '--top': top, '--window': `${view.height}px` } : { '--top': top });
    };
    measure();
    window.addEventListener('resize', measure);
    view?.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('resize', measure);
      view?.removeEventListener('resize', measure);
    };
  }, [page]);
  return place as CSSProperties;
}

/** Data younger than this, in ms, came with the page and needs no second fetch. */
const fresh = 5_000;

/** Follows who is there and who types, while the messages are open: one subscription for all of them. */
function usePresence({ conversations }: ReturnType<typeof useConversations>): void {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  const me = useCurrentUser()?.id;
  useEffect(() => {
    // Presence and deliveries come only while the subscription is open, so refetch what was missed.
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

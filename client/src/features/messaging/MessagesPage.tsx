import { VisuallyHidden } from '@mantine/core';
import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ChatLoading, ChatNotFound, ChatPanel, NoChat } from './chat/ChatPanel.tsx';
import { ConversationList, useConversation, useConversations } from './inbox/ConversationList.tsx';
import classes from './MessagesPage.module.css';
import { usePresence } from './live/presence.ts';

/** Conversations beside the chat; on a phone one of the two. */
export function Component() {
  const me = useCurrentUser()?.id ?? '';
  const [search] = useSearchParams();
  const selectedId = search.get('c');
  const list = useConversations();
  const selected = useConversation(list, selectedId);
  usePresence(me);
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

/** `--top`: the height above the page. `--window`: the height that a phone's keyboard leaves. */
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

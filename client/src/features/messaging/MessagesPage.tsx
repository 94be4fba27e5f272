import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ChatLoading, ChatNotFound, ChatPanel, NoChat } from './ChatPanel.tsx';
import { ConversationList } from './ConversationList.tsx';
import classes from './MessagesPage.module.css';
import { useConversation, useConversations } from './use-conversations.ts';

/** Conversations beside the chat; on a phone one of the two (specification section 2, Messages). */
export function Component() {
  const me = useCurrentUser()?.id ?? '';
  const [search] = useSearchParams();
  const selectedId = search.get('c');
  const list = useConversations();
  const selected = useConversation(list, selectedId);
  const page = useRef<HTMLElement>(null);
  const top = useTop(page);
  return (
    <main
      ref={page}
      id="content"
      className={classes.page}
      style={{ '--top': `${top}px` } as CSSProperties}
      data-open={selectedId ? true : undefined}
    >
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

/** Height in px of what is above the page: the rest of the window is its own. */
function useTop(page: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(61);
  useLayoutEffect(() => {
    const measure = () => setTop(page.current?.offsetTop ?? 0);
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [page]);
  return top;
}

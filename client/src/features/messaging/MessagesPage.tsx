import { VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ChatLoading, ChatNotFound, ChatPanel, NoChat } from './chat/ChatPanel.tsx';
import { ConversationList, useConversation, useConversations } from './inbox/ConversationList.tsx';
import classes from './MessagesPage.module.css';
import { usePresence } from './live/presence.ts';
import { usePlace } from './use-place.ts';

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

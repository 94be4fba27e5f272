import { Center, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ChatLoading, ChatNotFound, ChatPanel } from './chat/ChatPanel.tsx';
import { NoChat } from './chat/NoChat.tsx';
import { ConversationList } from './inbox/ConversationList.tsx';
import { archiveQuery, conversationsQuery, requestsQuery } from './cache-keys.ts';
import { useConversation, useConversations } from './inbox/use-conversations.ts';
import classes from './MessagesPage.module.css';
import { usePresence } from './live/presence.ts';
import { useViewportVariables } from './use-viewport-variables.ts';

/** The messages page: the conversation list next to the chat. A phone shows one at a time. */
export function Component() {
  const me = useCurrentUser()?.id ?? '';
  const [search] = useSearchParams();
  const selectedId = search.get('c');
  const inArchive = search.has('archived');
  const inbox = useConversations(conversationsQuery);
  const requests = useConversations(requestsQuery);
  const archive = useConversations(archiveQuery, inArchive);
  const list = inArchive ? archive : inbox;
  const { conversation, retry } = useConversation(selectedId, [inbox, requests, archive]);
  usePresence(me);
  const page = useRef<HTMLElement>(null);
  return (
    <main
      ref={page}
      id="content"
      tabIndex={-1}
      className={classes.page}
      style={useViewportVariables(page)}
      data-open={selectedId ? true : undefined}
    >
      <VisuallyHidden component="h1">Messages</VisuallyHidden>
      <div className={classes.panes}>
        <div className={classes.list}>
          <ConversationList
            list={list}
            requests={requests}
            inArchive={inArchive}
            selectedId={selectedId}
            me={me}
          />
        </div>
        <div className={classes.chat}>
          {!selectedId && (
            <NoChat inbox={inbox.conversations?.concat(requests.conversations ?? [])} />
          )}
          {retry && (
            <Center flex={1}>
              <ErrorState onRetry={retry} />
            </Center>
          )}
          {selectedId && conversation === undefined && !retry && <ChatLoading />}
          {conversation === null && <ChatNotFound />}
          {conversation && (
            <ChatPanel
              key={conversation.id}
              conversation={conversation}
              me={me}
              listPath={inArchive ? paths.archivedMessages() : paths.messages}
            />
          )}
        </div>
      </div>
    </main>
  );
}

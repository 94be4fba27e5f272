import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { errorCode } from '../../api/errors.ts';
import { paths } from '../../app/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { Announcer } from './Announcer.tsx';
import classes from './ChatPanel.module.css';
import { Composer } from './Composer.tsx';
import { useReconnecting } from './live-connection.ts';
import { MessageList } from './MessageList.tsx';
import { Thumbnail } from './Thumbnail.tsx';
import { useHistory } from './use-history.ts';
import { useSend } from './use-send.ts';

interface Props {
  conversation: ConversationView;
  me: string;
}

/** One conversation: what it is about, its messages, and where the next one is written. */
export function ChatPanel({ conversation, me }: Props) {
  const history = useHistory(conversation.id, me);
  const sending = useSend(conversation.id);
  const name = conversation.otherParticipants[0]?.displayName ?? 'User';
  const { messages } = history;
  return (
    <section className={classes.panel} aria-label={`Conversation with ${name}`}>
      <ChatHeader conversation={conversation} name={name} />
      {messages && (
        <MessageList
          conversation={conversation}
          me={me}
          name={name}
          messages={messages}
          history={history}
          sending={sending}
        />
      )}
      {!messages && (
        <div className={classes.rest}>
          {history.isError ? (
            <ErrorState
              title={
                errorCode(history.error) === 'NOT_FOUND' ? 'Conversation not found' : undefined
              }
              onRetry={() => void history.refetch()}
            />
          ) : (
            <LoadingMessages />
          )}
        </div>
      )}
      <Announcer messages={messages} me={me} name={name} />
      {conversation.readOnly ? (
        <p className={classes.readOnly}>{name} has left. You can read the conversation only.</p>
      ) : (
        <Composer
          conversationId={conversation.id}
          name={name}
          isPending={sending.isPending}
          onSend={sending.send}
        />
      )}
    </section>
  );
}

function ChatHeader({ conversation, name }: { conversation: ConversationView; name: string }) {
  const { listingId, listingTitle, listingImage, listingGone } = conversation;
  const isReconnecting = useReconnecting();
  const picture = <Thumbnail image={listingImage} size={40} />;
  return (
    <header className={classes.header}>
      <PageLink to={paths.messages} className={classes.back} aria-label="All conversations">
        <IconArrowLeft size={22} stroke={1.75} />
      </PageLink>
      {picture}
      <div className={classes.about}>
        <h2 className={classes.name}>{name}</h2>
        {listingGone ? (
          <span className={classes.listing}>{listingTitle} · No longer available</span>
        ) : (
          <PageLink to={paths.listing(listingId)} className={classes.listing}>
            {listingTitle}
          </PageLink>
        )}
      </div>
      <output className={classes.connection}>{isReconnecting && 'Reconnecting…'}</output>
    </header>
  );
}

/** The right side while no conversation is chosen. */
export function NoChat() {
  return (
    <div className={classes.panel}>
      <div className={classes.rest}>
        <p className={classes.hint}>Select a conversation to start messaging</p>
      </div>
    </div>
  );
}

/** The address names a conversation that the user has no part in. */
export function ChatNotFound() {
  return (
    <div className={classes.panel}>
      <div className={classes.rest}>
        <EmptyState
          title="Conversation not found"
          text="It may belong to another account."
          action={
            <Button component={PageLink} to={paths.messages} variant="default">
              All conversations
            </Button>
          }
        />
      </div>
    </div>
  );
}

/** Stands for a chat whose conversation is still being looked up. */
export function ChatLoading() {
  return (
    <div className={classes.panel} aria-busy="true">
      <div className={classes.header}>
        <Skeleton width={40} height={40} radius={12} flex="none" />
        <div className={classes.about}>
          <Skeleton height={14} width={140} />
          <Skeleton height={12} width={200} mt={8} />
        </div>
      </div>
      <LoadingMessages />
    </div>
  );
}

function LoadingMessages() {
  return (
    <div className={classes.loading} aria-busy="true" aria-label="Loading messages">
      <Skeleton height={38} width="46%" radius={20} />
      <Skeleton height={38} width="62%" radius={20} />
      <Skeleton height={38} width="38%" radius={20} className={classes.own} />
      <Skeleton height={38} width="54%" radius={20} />
    </div>
  );
}

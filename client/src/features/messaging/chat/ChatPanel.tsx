import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { errorCode } from '../../../api/errors.ts';
import { paths } from '../../../config/paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import headerClasses from './ChatHeader.module.css';
import { ChatHeader } from './ChatHeader.tsx';
import classes from './ChatPanel.module.css';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';
import { TypingAnnouncer } from './TypingNote.tsx';
import { refetchCounters } from '../live/feed-cache.ts';
import { useReconnecting } from '../live/live-connection.ts';
import { type ChatMessage, useHistory } from './use-history.ts';
import { useSend } from './use-send.ts';

const BlockModal = lazyPart(async () => (await import('../BlockModal.tsx')).BlockModal);
const ReportModal = lazyPart(
  async () => (await import('../../moderation/ReportModal.tsx')).ReportModal,
);

interface Props {
  conversation: ConversationView;
  me: string;
}

/** One conversation: with whom and about what, its messages, and where the next one is written. */
export function ChatPanel({ conversation, me }: Props) {
  const history = useHistory(conversation.id, me);
  const sending = useSend(conversation.id);
  const dialogs = useDialogs();
  const name = conversation.otherParticipants[0]?.displayName ?? 'User';
  const { messages } = history;
  const newestOfTheirs = messages?.findLast(({ senderId }) => senderId !== me);
  return (
    <section className={classes.panel} aria-label={`Conversation with ${name}`}>
      <ChatHeader
        conversation={conversation}
        name={name}
        onBlock={dialogs.block}
        onReport={newestOfTheirs && (() => dialogs.report(newestOfTheirs))}
      />
      {messages && (
        <MessageList
          conversation={conversation}
          me={me}
          name={name}
          messages={messages}
          history={history}
          sending={sending}
          onReport={dialogs.report}
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
      <TypingAnnouncer conversationId={conversation.id} name={name} />
      <ConnectionNote />
      {conversation.readOnly ? (
        <p className={classes.readOnly}>{name} has left. You can read the conversation only.</p>
      ) : (
        <Composer conversationId={conversation.id} name={name} onSend={sending.send} />
      )}
      <Dialogs conversation={conversation} {...dialogs} />
    </section>
  );
}

/** Which dialog is open, and which was opened last: it leaves the page with its own motion. */
function useDialogs() {
  const [last, setLast] = useState<'block' | ChatMessage | null>(null);
  const [opened, setOpened] = useState(false);
  const open = (dialog: 'block' | ChatMessage) => {
    setLast(dialog);
    setOpened(true);
  };
  return {
    last,
    opened,
    block: () => open('block'),
    report: (message: ChatMessage) => open(message),
    close: () => setOpened(false),
  };
}

type DialogsProps = Pick<ReturnType<typeof useDialogs>, 'last' | 'opened' | 'close'> &
  Pick<Props, 'conversation'>;

function Dialogs({ conversation, last, opened, close }: DialogsProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const other = conversation.otherParticipants[0];
  if (!other || !last) return null;
  const shared = {
    person: { id: other.id, name: other.displayName },
    opened,
    onClose: close,
    onBlocked: () => {
      void navigate(paths.messages);
      refetchCounters(queryClient);
    },
  };
  if (last === 'block') return <BlockModal {...shared} />;
  if (last.id === undefined) return null;
  return (
    <ReportModal
      key={last.id}
      target={{ type: 'message', id: last.id }}
      quote={last.content}
      {...shared}
    />
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
      <div className={headerClasses.header}>
        <div className={headerClasses.person}>
          <Skeleton width={40} height={40} radius={20} flex="none" />
          <Skeleton height={14} width={140} />
        </div>
        <div className={headerClasses.listing}>
          <Skeleton width={36} height={36} radius={8} flex="none" />
          <Skeleton height={12} width={200} />
        </div>
      </div>
      <LoadingMessages />
    </div>
  );
}

function LoadingMessages() {
  return (
    <output className={classes.loading} aria-busy="true" aria-label="Loading messages">
      <Skeleton height={38} width="46%" radius={20} />
      <Skeleton height={38} width="62%" radius={20} />
      <Skeleton height={38} width="38%" radius={20} className={classes.own} />
      <Skeleton height={38} width="54%" radius={20} />
    </output>
  );
}

interface AnnouncerProps {
  messages: ChatMessage[] | undefined;
  me: string;
  name: string;
}

/** Reads out what the other person writes while the chat is open, and none of what was loaded. */
function Announcer({ messages, me, name }: AnnouncerProps) {
  const [spoken, setSpoken] = useState<ChatMessage[]>([]);
  const heard = useRef<number | null>(null);
  useEffect(() => {
    if (!messages) return;
    const known = heard.current;
    const fresh = messages.filter(({ senderId, seq }) => senderId !== me && seq !== null);
    heard.current = fresh.at(-1)?.seq ?? 0;
    if (known === null) return;
    const unheard = fresh.filter(({ seq }) => seq !== null && seq > known);
    if (unheard.length > 0) setSpoken(unheard);
  }, [messages, me]);
  return (
    <VisuallyHidden aria-live="polite" role="log">
      {/* New elements are read out, also where their words are the same as before. */}
      {spoken.map(({ key, content }) => (
        <p key={key}>{`${name}: ${content}`}</p>
      ))}
    </VisuallyHidden>
  );
}

/** Says at once that the browser is offline, and after 3 s that the server cannot be reached. */
function ConnectionNote() {
  const isReconnecting = useReconnecting();
  const { online } = useNetwork();
  const offline = 'You are offline. Messages will be sent when you are back.';
  return (
    <output className={classes.place}>
      {(isReconnecting || !online) && (
        <span className={classes.note}>
          <span className={classes.dot} aria-hidden />
          {online ? 'Reconnecting…' : offline}
        </span>
      )}
    </output>
  );
}

import { Box, Button, Center, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import { isolated } from '@marketplace/shared/direction';
import { errorCode } from '../../../api/errors.ts';
import { paths } from '../../../config/paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { addStoredMessage, refetchCounters, useReconnecting } from '../live/feed.ts';
import { useIsTyping } from '../live/presence.ts';
import { outboxOf } from '../live/send-queue.ts';
import { DealBar } from '../../deals/DealBar.tsx';
import { DealProvider } from '../../deals/DealProvider.tsx';
import { activeDot } from '../ConversationPictures.tsx';
import { ChatHeader, ChatHeaderLoading } from './ChatHeader.tsx';
import { Composer } from './Composer.tsx';
import { AwayNote } from '../../../ui/AwayNote.tsx';
import { PushOffer } from '../../push/PushOffer.tsx';
import { ListingNote } from './ListingNote.tsx';
import classes from './MessageList.module.css';
import { MessageList } from './MessageList.tsx';
import { RequestBar } from './RequestBar.tsx';
import { type ChatMessage, theirsAfter, useHistory } from './use-history.ts';

const BlockModal = lazyPart(async () => (await import('../BlockModal.tsx')).BlockModal);
const ReportModal = lazyPart(
  async () => (await import('../../moderation/ReportModal.tsx')).ReportModal,
);

interface Props {
  conversation: ConversationView;
  me: string;
  /** The path of the list that the conversation was opened from. */
  listPath: string;
}

/** One open conversation: its header, deal bar, messages and composer. */
export function ChatPanel({ conversation, me, listPath }: Props) {
  const history = useHistory(conversation.id, me);
  const outbox = outboxOf(me);
  const isTyping = useIsTyping(conversation.id);
  const [dialog, setDialog] = useState<'block' | 'report' | null>(null);
  const [reported, setReported] = useState<ChatMessage>();
  const report = (message: ChatMessage) => {
    setReported(message);
    setDialog('report');
  };
  const name = conversation.otherParticipants[0]?.displayName ?? 'User';
  const { messages } = history;
  const queryClient = useQueryClient();
  const onStored = useCallback(
    (message: MessageView) => addStoredMessage(queryClient, message),
    [queryClient],
  );
  const newestOfTheirs = theirsAfter(messages ?? [], me, 0).at(-1);
  return (
    <DealProvider conversation={conversation} me={me} onStored={onStored}>
      <Stack component="section" {...panel} aria-label={`Conversation with ${isolated(name)}`}>
        <ChatHeader
          conversation={conversation}
          name={name}
          listPath={listPath}
          onBlock={() => setDialog('block')}
          onReport={newestOfTheirs && (() => report(newestOfTheirs))}
        />
        <DealBar />
        {messages ? (
          <>
            <MessageList
              conversation={conversation}
              me={me}
              name={name}
              messages={messages}
              history={history}
              outbox={outbox}
              onReport={report}
            />
            <Announcer messages={messages} me={me} name={name} />
          </>
        ) : (
          <NoMessages history={history} />
        )}
        <VisuallyHidden component="output">
          {isTyping ? `${isolated(name)} is typing` : ''}
        </VisuallyHidden>
        <ConnectionNote />
        <Foot
          conversation={conversation}
          name={name}
          hasWritten={messages?.some(({ senderId }) => senderId === me) === true}
          onSend={(content) => outbox.add(conversation.id, content)}
          onReport={newestOfTheirs && (() => report(newestOfTheirs))}
          onBlock={() => setDialog('block')}
        />
        <Dialogs
          conversation={conversation}
          opened={dialog}
          reported={reported}
          onClose={() => setDialog(null)}
        />
      </Stack>
    </DealProvider>
  );
}

/** Shown until the messages are loaded, or if they cannot be loaded. */
function NoMessages({ history }: { history: ReturnType<typeof useHistory> }) {
  const { isError, error, refetch } = history;
  const title = errorCode(error) === 'NOT_FOUND' ? 'Conversation not found' : undefined;
  return (
    <Center {...rest}>
      {isError ? <ErrorState title={title} onRetry={() => void refetch()} /> : <LoadingMessages />}
    </Center>
  );
}

interface FootProps extends Pick<Props, 'conversation'> {
  name: string;
  hasWritten: boolean;
  onSend: (content: string) => void;
  onReport: (() => void) | undefined;
  onBlock: () => void;
}

/** The composer with the notes above it. Only a note if the other person has left. */
function Foot({ conversation, name, hasWritten, onSend, ...act }: FootProps) {
  if (conversation.readOnly) {
    return (
      <Text {...readOnly}>
        <bdi>{name}</bdi> has left the marketplace. You can still read this conversation.
      </Text>
    );
  }
  return (
    <>
      <ListingNote listingId={conversation.listingId} />
      <AwayNote
        name={name}
        until={conversation.otherParticipants[0]?.awayUntil ?? null}
        flex="none"
        px={20}
        pt={6}
        ta="center"
      />
      {conversation.isRequest && (
        <RequestBar conversationId={conversation.id} name={name} {...act} />
      )}
      {hasWritten && (
        <PushOffer
          after="message"
          text="Get notified about replies?"
          onClose={() => document.querySelector<HTMLElement>('#content textarea')?.focus()}
        />
      )}
      <Composer conversationId={conversation.id} name={name} onSend={onSend} />
    </>
  );
}

const panel = { pos: 'relative', flex: 1, gap: 0, miw: 0, mih: 0 } as const;
const rest = { flex: 1, mih: 0, style: { flexDirection: 'column' } } as const;
const readOnly = {
  flex: 'none',
  px: 20,
  pt: 14,
  pb: 18,
  c: 'dimmed',
  ta: 'center',
  style: { borderTop: '1px solid var(--line)' },
} as const;

interface DialogsProps extends Pick<Props, 'conversation'> {
  opened: 'block' | 'report' | null;
  reported: ChatMessage | undefined;
  onClose: () => void;
}

/** Both dialogs stay mounted when closed, so that they can fade out. */
function Dialogs({ conversation, opened, reported, onClose }: DialogsProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const other = conversation.otherParticipants[0];
  if (!other) return null;
  const shared = {
    person: { id: other.id, name: isolated(other.displayName) },
    onClose,
    onBlocked: () => {
      void navigate(paths.messages);
      // The menu that opened the dialog disappears with the chat.
      document.getElementById('content')?.focus({ preventScroll: true });
      refetchCounters(queryClient);
    },
  };
  return (
    <>
      <BlockModal opened={opened === 'block'} {...shared} />
      {reported?.id !== undefined && (
        <ReportModal
          key={reported.id}
          opened={opened === 'report'}
          targetType="message"
          targetId={reported.id}
          quote={reported.content}
          {...shared}
        />
      )}
    </>
  );
}

/** Shown if the address names a conversation that the user does not take part in. */
export function ChatNotFound() {
  return (
    <Center {...rest}>
      <EmptyState
        title="Conversation not found"
        text="You may be signed in to a different account."
        action={
          <Button component={PageLink} to={paths.messages} variant="default">
            All conversations
          </Button>
        }
      />
    </Center>
  );
}

export function ChatLoading() {
  return (
    <Stack {...panel} aria-busy="true">
      <ChatHeaderLoading />
      <LoadingMessages />
    </Stack>
  );
}

function LoadingMessages() {
  return (
    <Stack
      component="output"
      gap={10}
      flex={1}
      justify="flex-end"
      w="100%"
      px={24}
      pt={8}
      pb={16}
      aria-busy="true"
      aria-label="Loading messages"
    >
      <Skeleton height={38} width="46%" radius={20} />
      <Skeleton height={38} width="62%" radius={20} />
      <Skeleton height={38} width="38%" radius={20} style={{ alignSelf: 'flex-end' }} />
      <Skeleton height={38} width="54%" radius={20} />
    </Stack>
  );
}

/** Announces new messages of the other person to screen readers, but no loaded ones. */
function Announcer({ messages, me, name }: { messages: ChatMessage[]; me: string; name: string }) {
  const newestSeq = theirsAfter(messages, me, 0).at(-1)?.seq ?? 0;
  const [heard, setHeard] = useState({ seq: newestSeq, last: [] as ChatMessage[] });
  if (newestSeq > heard.seq) {
    setHeard({ seq: newestSeq, last: theirsAfter(messages, me, heard.seq) });
  }
  return (
    <VisuallyHidden aria-live="polite" role="log">
      {/* New elements are announced even if their text is the same as before. */}
      {heard.last.map(({ key, content }) => (
        <p key={key}>{`${isolated(name)}: ${isolated(content)}`}</p>
      ))}
    </VisuallyHidden>
  );
}

/** Shows at once that the browser is offline, and after 3 s that the server is unreachable. */
function ConnectionNote() {
  const isReconnecting = useReconnecting();
  const { online } = useNetwork();
  const offline = "You're offline. We'll send your messages when you reconnect.";
  return (
    <output style={{ display: 'block', flex: 'none' }}>
      {(isReconnecting || !online) && (
        <Group
          component="span"
          gap={8}
          justify="center"
          wrap="nowrap"
          px={16}
          py={6}
          c="dimmed"
          fz="xs"
          lh={1.4}
        >
          <Box
            component="span"
            {...activeDot}
            bg="maple.6"
            className={classes.reconnecting}
            aria-hidden
          />
          {online ? 'Reconnecting…' : offline}
        </Group>
      )}
    </output>
  );
}

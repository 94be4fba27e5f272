import { Button, Center, Group, Loader, Stack, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import {
  Fragment,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { isolated } from '@marketplace/shared/direction';
import { refusalOf } from '../../../api/errors.ts';
import { reconnectDelay } from '../../../api/keep-subscribed.ts';
import { trpc } from '../../../api/trpc.ts';
import { IconArrowDown } from '../../../ui/icons/page-icons.tsx';
import { entryLook } from '../../deals/timeline/entry-look.ts';
import listClasses from '../../../ui/list.module.css';
import { onScreen, refetchCounters } from '../live/feed.ts';
import { useDeliveredSeq, useIsTyping } from '../live/presence.ts';
import type { Outbox } from '../live/send-queue.ts';
import { groupMessages, messageStates } from './group-messages.ts';
import { MessageGroup } from './MessageGroup.tsx';
import { ReadingLines } from './ReadingLines.tsx';
import classes from './MessageList.module.css';
import { type ChatMessage, theirsAfter, type useHistory } from './use-history.ts';
import { useChatScroll, useIsNear } from './use-chat-scroll.ts';

interface Props {
  conversation: ConversationView;
  me: string;
  name: string;
  messages: ChatMessage[];
  history: ReturnType<typeof useHistory>;
  outbox: Outbox;
  onReport: (message: ChatMessage) => void;
}

const newLine = { gap: 12, mt: 16, mb: 4, c: 'var(--accent-text)', fz: '0.75rem', fw: 650 };

/** Some browsers do not make a scrollable element focusable by keyboard. */
const scrollable = { tabIndex: 0 };

/**
 * The messages of a chat. Opens at the first unread message or at the newest, and loads older ones
 * when the reader scrolls up.
 */
export function MessageList({ conversation, me, name, messages, ...props }: Props) {
  const { history, outbox, onReport } = props;
  const shown = useMemo(() => messages.filter((one) => entryLook(one) !== 'none'), [messages]);
  const unread = useUnreadAtOpening(conversation, shown, me);
  const scroll = useChatScroll(messages, unread.startsBefore);
  const { box, blocks, unreadLine, isAtEnd, isFarUp, toEnd } = scroll;
  const missed = useMissed(messages, me, isAtEnd);
  useMarkRead(conversation, isAtEnd ? newestSeqOf(messages) : null);
  const isTyping = useIsTyping(conversation.id);
  const deliveredSeq = useDeliveredSeq(conversation.id);
  const groups = useMemo(() => groupMessages(shown, unread.first), [shown, unread.first]);
  const states = messageStates(
    shown.filter((message) => message.senderId === me),
    {
      readSeq: conversation.otherReadSeq,
      deliveredSeq: Math.max(conversation.otherDeliveredSeq, deliveredSeq),
    },
  );
  return (
    <Stack pos="relative" gap={0} flex={1} mih={0}>
      <section
        ref={box}
        className={`${listClasses.scroll} ${classes.box}`}
        {...scrollable}
        aria-label={`Messages with ${isolated(name)}`}
      >
        <Stack gap={0} flex="none" px={{ base: 16, sm: 24 }} pt={8} pb={12}>
          <Older box={box} history={history} />
          {messages.length === 0 && (
            <Text pt={24} pb={40} c="dimmed" ta="center">
              Say hello to {name}.
            </Text>
          )}
          <div ref={blocks}>
            {groups.map((group, at) => (
              <Fragment key={group.messages[0]?.key}>
                {/* Lines of earlier days come with the messages of those days. */}
                {(at > 0 || !history.hasNextPage) && (
                  <ReadingLines
                    readings={history.readings}
                    after={groups[at - 1]?.messages.at(-1)?.createdAt}
                    before={group.messages[0]?.createdAt}
                  />
                )}
                {group.messages[0] === unread.first && unread.first && (
                  <Group ref={unreadLine} {...newLine} className={classes.unread}>
                    New
                  </Group>
                )}
                <MessageGroup
                  conversation={conversation}
                  group={group}
                  isMine={group.senderId === me}
                  name={name}
                  states={states}
                  outbox={outbox}
                  onReport={onReport}
                />
              </Fragment>
            ))}
            <ReadingLines
              readings={history.readings}
              after={groups.at(-1)?.messages.at(-1)?.createdAt}
              before={undefined}
            />
            {isTyping && (
              <Center className={classes.typing} w={62} h={38} mt={10} bdrs={20} aria-hidden>
                <Loader type="dots" size={30} color="dimmed" />
              </Center>
            )}
          </div>
        </Stack>
      </section>
      {(missed > 0 || isFarUp) && <NewMessagesPill count={missed} onClick={toEnd} />}
    </Stack>
  );
}

/**
 * Returns the first message that was unread when the chat was opened, if there were at least two.
 * One alone needs no line above it. `startsBefore` is true if it is older than the loaded messages.
 */
function useUnreadAtOpening(
  { unread, readSeq }: ConversationView,
  messages: ChatMessage[],
  me: string,
): { first: ChatMessage | undefined; startsBefore: boolean } {
  const [opened] = useState({ count: unread, readSeq });
  if (opened.count < 2) return { first: undefined, startsBefore: false };
  const oldest = messages.find((message) => message.seq !== null)?.seq ?? 0;
  if (oldest > opened.readSeq + 1) return { first: undefined, startsBefore: true };
  return { first: theirsAfter(messages, me, opened.readSeq)[0], startsBefore: false };
}

/** Returns how many messages of the other person arrived since the reader left the end. */
function useMissed(messages: ChatMessage[], me: string, isAtEnd: boolean): number {
  const newestSeq = newestSeqOf(messages) ?? 0;
  const [seenSeq, setSeenSeq] = useState(newestSeq);
  if (isAtEnd && seenSeq !== newestSeq) setSeenSeq(newestSeq);
  return isAtEnd ? 0 : theirsAfter(messages, me, seenSeq).length;
}

/** Returns the sequence number of the newest stored message. */
function newestSeqOf(messages: ChatMessage[]): number | null {
  return messages.findLast((message) => message.seq !== null)?.seq ?? null;
}

/** The minimum time between two calls, in ms, so that a burst of messages is marked together. */
const markReadPaceMs = 400;

function onVisibilityChange(listener: () => void) {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/**
 * Marks messages as read while the tab is visible. `seenSeq` is the newest message, or null while
 * the reader is scrolled away from it.
 */
function useMarkRead(conversation: ConversationView, seenSeq: number | null): void {
  const { id: conversationId, readSeq } = conversation;
  const queryClient = useQueryClient();
  const isVisible = useSyncExternalStore(
    onVisibilityChange,
    () => document.visibilityState === 'visible',
  );
  const { online } = useNetwork();
  const { mutate } = trpc.messaging.markRead.useMutation();
  const requested = useRef({ seq: 0, at: 0 });
  const [failures, setFailures] = useState(0);
  const isReading = isVisible && online && seenSeq !== null;

  useEffect(() => {
    if (!isReading) return undefined;
    onScreen.conversationId = conversationId;
    return () => {
      onScreen.conversationId = null;
    };
  }, [isReading, conversationId]);

  useEffect(() => {
    if (!isReading || seenSeq <= Math.max(readSeq, requested.current.seq)) return undefined;
    const request = () => {
      requested.current = { seq: seenSeq, at: Date.now() };
      const onError = (error: unknown) => {
        // Retry after a lost connection, a rate limit or a server error. Other refusals would
        // repeat.
        if ((refusalOf(error)?.status ?? 500) >= 429) {
          requested.current.seq = 0;
          setFailures((count) => count + 1);
        }
        refetchCounters(queryClient);
      };
      const input = { conversationId, upToSeq: seenSeq };
      mutate(input, { onError, onSuccess: () => setFailures(0) });
    };
    const wait = Math.max(markReadPaceMs, reconnectDelay(failures));
    const timer = setTimeout(request, Math.max(0, requested.current.at + wait - Date.now()));
    return () => clearTimeout(timer);
  }, [isReading, seenSeq, readSeq, conversationId, failures, mutate, queryClient]);
}

/** Loads older messages when the reader comes near the oldest loaded one. */
function Older({ box, history }: Pick<Props, 'history'> & { box: RefObject<HTMLElement | null> }) {
  const edge = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(edge, box, history.data?.pages.length ?? 0);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = history;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isNear, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return (
    <Center ref={edge} mih={36}>
      {hasNextPage && !isFetchNextPageError && <Loader size="xs" color="gray" />}
      {isFetchNextPageError && (
        <Button variant="subtle" size="compact-sm" onClick={() => void fetchNextPage()}>
          We couldn&apos;t load earlier messages. Try again
        </Button>
      )}
    </Center>
  );
}

/** The button that scrolls to the newest message. `count` is the number of unseen messages. */
function NewMessagesPill({ count, onClick }: { count: number; onClick: () => void }) {
  const text = count === 1 ? '1 new message' : `${count} new messages`;
  return (
    <Button
      className={classes.pill}
      variant={count > 0 ? 'filled' : 'default'}
      size="xs"
      w="fit-content"
      h={44}
      px={count > 0 ? 16 : 12}
      radius={22}
      bd={count > 0 ? undefined : '1px solid var(--line)'}
      aria-label={count > 0 ? undefined : 'Jump to latest'}
      title={count > 0 ? undefined : 'Jump to latest'}
      onClick={onClick}
    >
      {count > 0 && <span style={{ marginRight: 6 }}>{text}</span>}
      <IconArrowDown size={18} stroke={1.75} aria-hidden />
    </Button>
  );
}

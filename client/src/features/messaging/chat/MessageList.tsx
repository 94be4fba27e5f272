import { Button, Loader, UnstyledButton } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { Fragment, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { MessageGroup } from './MessageGroup.tsx';
import classes from './MessageList.module.css';
import { TypingBubble } from './TypingNote.tsx';
import { groupMessages } from './group-messages.ts';
import { messageStates } from './message-states.ts';
import { useDeliveredSeq, useIsTyping } from '../live/presence-store.ts';
import { useChatScroll, useIsNear } from './use-chat-scroll.ts';
import type { ChatMessage, useHistory } from './use-history.ts';
import { useMarkRead } from './use-mark-read.ts';
import type { useSend } from './use-send.ts';

interface Props {
  conversation: ConversationView;
  me: string;
  name: string;
  messages: ChatMessage[];
  history: ReturnType<typeof useHistory>;
  sending: ReturnType<typeof useSend>;
  onReport: (message: ChatMessage) => void;
}

/** Not every browser lets the keyboard into a box that scrolls. */
const scrollable = { tabIndex: 0 };

/** The messages of a chat: opens at the first unread or the newest, loads older ones on the way up. */
export function MessageList({ conversation, me, name, messages, ...props }: Props) {
  const { history, sending, onReport } = props;
  const unread = useUnreadAtOpening(conversation, messages, me);
  const { box, blocks, unreadLine, isAtEnd, isFarUp, toEnd } = useChatScroll(
    messages,
    unread.startsBefore,
  );
  const newestSeq = messages.findLast((message) => message.seq !== null)?.seq ?? null;
  const missed = useMissed({ messages, me, isAtEnd, newestSeq });
  useMarkRead({
    conversationId: conversation.id,
    seenSeq: isAtEnd ? newestSeq : null,
    readSeq: conversation.readSeq,
  });
  const isTyping = useIsTyping(conversation.id);
  const deliveredSeq = useDeliveredSeq(conversation.id);
  const groups = useMemo(() => groupMessages(messages, unread.first), [messages, unread.first]);
  const states = messageStates(
    messages.filter((message) => message.senderId === me),
    {
      readSeq: conversation.otherReadSeq,
      deliveredSeq: Math.max(conversation.otherDeliveredSeq, deliveredSeq),
    },
  );
  return (
    <div className={classes.frame}>
      <section
        ref={box}
        className={classes.box}
        {...scrollable}
        aria-label={`Messages with ${name}`}
      >
        <div className={classes.content}>
          <Older box={box} history={history} />
          {messages.length === 0 && <p className={classes.start}>Say hello to {name}.</p>}
          <div ref={blocks}>
            {groups.map((group) => (
              <Fragment key={group.messages[0]?.key}>
                {group.messages[0] === unread.first && unread.first && (
                  <div ref={unreadLine} className={classes.unread}>
                    New
                  </div>
                )}
                <MessageGroup
                  group={group}
                  isMine={group.senderId === me}
                  name={name}
                  states={states}
                  sending={sending}
                  onReport={onReport}
                />
              </Fragment>
            ))}
            {isTyping && <TypingBubble />}
          </div>
        </div>
      </section>
      {(missed > 0 || isFarUp) && <NewMessagesPill count={missed} onClick={toEnd} />}
    </div>
  );
}

/**
 * The first of several messages that were unread when the chat was opened; one alone is seen without
 * a line above it. `startsBefore`: it is older than what is loaded so far.
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
  const first = messages.find(
    ({ senderId, seq }) => senderId !== me && seq !== null && seq > opened.readSeq,
  );
  return { first, startsBefore: false };
}

interface Missed {
  messages: ChatMessage[];
  me: string;
  isAtEnd: boolean;
  newestSeq: number | null;
}

/** How many messages of the other person came since the reader left the end. */
function useMissed({ messages, me, isAtEnd, newestSeq }: Missed): number {
  const [seenSeq, setSeenSeq] = useState(newestSeq);
  if (isAtEnd && seenSeq !== newestSeq) setSeenSeq(newestSeq);
  if (isAtEnd) return 0;
  return messages.filter(
    ({ senderId, seq }) => senderId !== me && seq !== null && seq > (seenSeq ?? 0),
  ).length;
}

interface OlderProps {
  box: RefObject<HTMLElement | null>;
  history: ReturnType<typeof useHistory>;
}

/** The upper edge of what is loaded. */
function Older({ box, history }: OlderProps) {
  const edge = useRef<HTMLDivElement>(null);
  const isNear = useIsNear({ target: edge, box, round: history.data?.pages.length ?? 0 });
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = history;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isNear, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return (
    <div ref={edge} className={classes.edge}>
      {hasNextPage && !isFetchNextPageError && <Loader size="xs" color="gray" />}
      {isFetchNextPageError && (
        <Button variant="subtle" size="compact-sm" onClick={() => void fetchNextPage()}>
          Earlier messages could not be loaded. Try again
        </Button>
      )}
    </div>
  );
}

interface NewMessagesPillProps {
  /** Messages that came while the reader was further up. */
  count: number;
  onClick: () => void;
}

/** Leads back to the newest message from further up. */
function NewMessagesPill({ count, onClick }: NewMessagesPillProps) {
  const text = count === 1 ? '1 new message' : `${count} new messages`;
  return (
    <UnstyledButton
      className={classes.pill}
      data-new={count > 0 || undefined}
      aria-label={count > 0 ? undefined : 'To the newest message'}
      title={count > 0 ? undefined : 'To the newest message'}
      onClick={onClick}
    >
      {count > 0 && text}
      <IconArrowDown size={18} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}

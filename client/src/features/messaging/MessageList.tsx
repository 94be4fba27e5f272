import { Button, Loader } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { groupMessages } from './group-messages.ts';
import { MessageGroup } from './MessageGroup.tsx';
import classes from './MessageList.module.css';
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
}

/** Not every browser lets the keyboard into a box that scrolls. */
const scrollable = { tabIndex: 0 };

/** The messages of a chat: opens at the newest, loads older ones on the way up. */
export function MessageList({ conversation, me, name, messages, history, sending }: Props) {
  const { box, isAtEnd } = useChatScroll(messages);
  useMarkRead({
    conversationId: conversation.id,
    seenSeq: isAtEnd ? newestSeq(messages) : null,
    readSeq: conversation.readSeq,
  });
  const groups = groupMessages(messages);
  const lastOwn = messages.findLast((message) => message.senderId === me && message.seq !== null);
  return (
    <section ref={box} className={classes.box} {...scrollable} aria-label={`Messages with ${name}`}>
      <div className={classes.content}>
        <Older box={box} history={history} />
        {messages.length === 0 && <p className={classes.start}>Say hello to {name}.</p>}
        {groups.map((group) => (
          <MessageGroup
            key={group.messages[0]?.key}
            group={group}
            isMine={group.senderId === me}
            name={name}
            stateAfter={lastOwn?.key}
            isRead={(lastOwn?.seq ?? 0) <= conversation.otherReadSeq}
            sending={sending}
          />
        ))}
      </div>
    </section>
  );
}

interface OlderProps {
  box: RefObject<HTMLElement | null>;
  history: ReturnType<typeof useHistory>;
}

/** The upper edge of what is loaded. */
function Older({ box, history }: OlderProps) {
  const edge = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(edge, box);
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

function newestSeq(messages: ChatMessage[]): number | null {
  return messages.findLast((message) => message.seq !== null)?.seq ?? null;
}

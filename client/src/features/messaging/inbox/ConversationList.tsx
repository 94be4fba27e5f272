import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { paths } from '../../../config/paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import classes from './ConversationList.module.css';
import { useDraft } from '../chat/drafts.ts';
import { listTimeText } from '../../../ui/time-text.ts';
import { useIsOnline, useIsTyping } from '../live/presence-store.ts';
import { Thumbnail } from './Thumbnail.tsx';
import type { useConversations } from './use-conversations.ts';
import { useToday } from '../../../ui/use-today.ts';

interface Props {
  list: ReturnType<typeof useConversations>;
  selectedId: string | null;
  me: string;
}

/** All conversations of the user, newest first. */
export function ConversationList({ list, selectedId, me }: Props) {
  const { conversations, total, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const { isFetchNextPageError } = list;
  return (
    <section className={classes.list} aria-labelledby="conversations-heading">
      <h2 id="conversations-heading" className={classes.heading}>
        Conversations {total !== undefined && <span className="numbers">({total})</span>}
      </h2>
      <div className={classes.scroll}>
        {!conversations && list.isError && <ErrorState onRetry={() => void list.refetch()} />}
        {!conversations && !list.isError && <Loading />}
        {conversations?.length === 0 && <NoConversations />}
        {conversations && conversations.length > 0 && (
          <ul className={classes.items}>
            {conversations.map((conversation) => (
              <li key={conversation.id}>
                <Row
                  conversation={conversation}
                  selected={conversation.id === selectedId}
                  me={me}
                />
              </li>
            ))}
          </ul>
        )}
        {isFetchNextPageError && (
          <Text role="alert" size="sm" ta="center" p="xs" c="var(--mantine-color-error)">
            More conversations could not be loaded.
          </Text>
        )}
        {hasNextPage && (
          <Button
            variant="subtle"
            fullWidth
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Load more
          </Button>
        )}
      </div>
    </section>
  );
}

interface RowProps {
  conversation: ConversationView;
  selected: boolean;
  me: string;
}

function Row({ conversation, selected, me }: RowProps) {
  const { id, listingImage, listingTitle, otherParticipants, unread } = conversation;
  const other = otherParticipants[0];
  const isOnline = useIsOnline(other?.id ?? '');
  const today = useToday();
  return (
    <PageLink
      to={paths.conversation(id)}
      className={classes.row}
      aria-current={selected ? 'page' : undefined}
      data-unread={unread > 0 || undefined}
    >
      <Thumbnail image={listingImage} size={52} />
      <span className={classes.text}>
        <span className={classes.line}>
          <span className={classes.who}>
            <span className={classes.name}>{other?.displayName ?? 'User'}</span>
            {isOnline && (
              <span className={classes.dot} title="Active now">
                <VisuallyHidden>, active now</VisuallyHidden>
              </span>
            )}
          </span>
          <time className={classes.time} dateTime={conversation.lastMessageAt}>
            {listTimeText(conversation.lastMessageAt, today)}
          </time>
        </span>
        <span className={classes.title}>{listingTitle}</span>
        <span className={classes.line}>
          <Preview conversation={conversation} selected={selected} me={me} />
          {unread > 0 && (
            <span className={classes.unread}>
              {unread > 99 ? '99+' : unread}
              <VisuallyHidden> unread</VisuallyHidden>
            </span>
          )}
        </span>
      </span>
    </PageLink>
  );
}

/** What goes on in the conversation: that somebody types, what one has begun to write, or what was said last. */
function Preview({ conversation, selected, me }: RowProps) {
  const isTyping = useIsTyping(conversation.id);
  const draft = useDraft(conversation.id).trim();
  if (isTyping) return <span className={`${classes.preview} ${classes.typing}`}>typing…</span>;
  if (draft && !selected) {
    return (
      <span className={classes.preview}>
        <span className={classes.draft}>Draft:</span> {draft}
      </span>
    );
  }
  return (
    <span className={classes.preview}>
      {conversation.lastSenderId === me && 'You: '}
      {conversation.lastMessage ?? 'No messages yet'}
    </span>
  );
}

function NoConversations() {
  return (
    <EmptyState
      icon={<IconMessageCircle size={36} stroke={1.5} color="var(--mantine-color-dimmed)" />}
      title="No conversations yet."
      text="Find something you like and write to its seller."
      action={
        <Button component={PageLink} to={paths.listings()}>
          Browse Marketplace
        </Button>
      }
    />
  );
}

const rows = ['one', 'two', 'three', 'four', 'five'];

function Loading() {
  return (
    <Stack component="output" gap={0} aria-busy="true" aria-label="Loading conversations">
      {rows.map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton width={52} height={52} radius={12} flex="none" />
          <span className={classes.text}>
            <Skeleton height={14} width="55%" mt={4} />
            <Skeleton height={12} width="80%" mt={8} />
            <Skeleton height={12} width="65%" mt={8} mb={2} />
          </span>
        </div>
      ))}
    </Stack>
  );
}

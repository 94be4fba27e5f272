import { Box, Button, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { itemsOf } from '../../../api/pages.ts';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import classes from '../../../ui/list.module.css';
import { MoreButton } from '../../../ui/MoreButton.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { IconMessageCircle } from '../../../ui/icons/icons.tsx';
import { listTimeText } from '../../../ui/time-text.ts';
import { useToday } from '../../../ui/use-today.ts';
import { conversationsQuery } from '../cache-keys.ts';
import { useDraft } from '../chat/Composer.tsx';
import { findConversation } from '../live/apply-event.ts';
import { useIsTyping, useSeen } from '../live/presence.ts';
import { activeDot, Thumbnail } from './Thumbnail.tsx';

/** The conversations loaded so far, newest first. */
export function useConversations() {
  const query = trpc.messaging.conversations.useInfiniteQuery(conversationsQuery, {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const conversations = query.data && itemsOf(query.data);
  return {
    ...query,
    conversations,
    /** Of all conversations; exact once all are loaded, since the count may be older than they are. */
    total: query.hasNextPage ? query.data?.pages[0]?.total : conversations?.length,
  };
}

/** The conversation with this id, from as many pages as it takes; null when there is none. */
export function useConversation(
  list: ReturnType<typeof useConversations>,
  id: string | null,
): ConversationView | null | undefined {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = list;
  const found = id ? findConversation(data, id) : undefined;
  const isMissing = Boolean(id && data && !found);
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, isError, fetchNextPage]);
  return found ?? (isMissing && !hasNextPage && !isFetching ? null : undefined);
}

interface Props {
  list: ReturnType<typeof useConversations>;
  selectedId: string | null;
  me: string;
}

/** All conversations of the user, newest first. */
export function ConversationList({ list, selectedId, me }: Props) {
  const { conversations, total } = list;
  return (
    <Stack
      component="section"
      gap={0}
      flex={1}
      miw={0}
      mih={0}
      aria-labelledby="conversations-heading"
    >
      <Title id="conversations-heading" order={2} size="h3" flex="none" px={20} pt={18} pb={12}>
        Conversations{' '}
        {total !== undefined && (
          <Text span inherit c="dimmed" fw={500} className="numbers">
            ({total})
          </Text>
        )}
      </Title>
      <Box flex={1} mih={0} px={8} pb={8} className={classes.scroll}>
        {!conversations && list.isError && <ErrorState onRetry={() => void list.refetch()} />}
        {!conversations && !list.isError && <Loading />}
        {conversations?.length === 0 && <NoConversations />}
        {conversations && conversations.length > 0 && (
          <ul className="plain">
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
        <MoreButton query={list} what="conversations" />
      </Box>
    </Stack>
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
  const isOnline = useSeen(other?.id ?? '') === 'online';
  const today = useToday();
  return (
    <PageLink
      to={paths.conversation(id)}
      className={classes.row}
      aria-current={selected ? 'page' : undefined}
    >
      <Thumbnail image={listingImage} size={52} />
      <Stack component="span" gap={0} flex={1} miw={0}>
        <Group component="span" gap={8} align="baseline" justify="space-between" wrap="nowrap">
          <Group component="span" gap={6} wrap="nowrap" miw={0}>
            <Text span truncate miw={0} fw={unread > 0 ? 700 : 600}>
              {other?.displayName ?? 'User'}
            </Text>
            {isOnline && (
              <Box component="span" {...activeDot} title="Active now">
                <VisuallyHidden>, active now</VisuallyHidden>
              </Box>
            )}
          </Group>
          <Text
            component="time"
            className="numbers"
            size="xs"
            flex="none"
            c={unread > 0 ? 'var(--accent-text)' : 'dimmed'}
            fw={unread > 0 ? 600 : undefined}
            dateTime={conversation.lastMessageAt}
          >
            {listTimeText(conversation.lastMessageAt, today)}
          </Text>
        </Group>
        <Text span size="xs" truncate>
          {listingTitle}
        </Text>
        {/* As high as the unread mark, which comes and goes. */}
        <Group component="span" gap={8} justify="space-between" wrap="nowrap" mih={20}>
          <Preview conversation={conversation} selected={selected} me={me} />
          {unread > 0 && (
            <Text span className="numbers" {...unreadMark}>
              {unread > 99 ? '99+' : unread}
              <VisuallyHidden> unread</VisuallyHidden>
            </Text>
          )}
        </Group>
      </Stack>
    </PageLink>
  );
}

const unreadMark = {
  flex: 'none',
  miw: 20,
  px: 6,
  bdrs: 10,
  bg: 'maple.6',
  c: 'white',
  fz: '0.75rem',
  fw: 700,
  lh: '20px',
  ta: 'center',
} as const;

/** That somebody types, the unsent text, or the last message. */
function Preview({ conversation, selected, me }: RowProps) {
  const isTyping = useIsTyping(conversation.id);
  const [draft] = useDraft(conversation.id);
  const isUnread = conversation.unread > 0;
  const color = isTyping ? 'var(--mantine-color-anchor)' : 'dimmed';
  const from = conversation.lastSenderId === me ? 'You: ' : '';
  let content: ReactNode = from + (conversation.lastMessage ?? 'No messages yet');
  if (draft.trim() && !selected) {
    content = (
      <>
        <span style={{ color: 'var(--accent-text)' }}>Draft:</span> {draft.trim()}
      </>
    );
  }
  return (
    <Text
      span
      size="xs"
      truncate
      miw={0}
      c={isUnread ? 'var(--mantine-color-text)' : color}
      fw={isUnread ? 600 : undefined}
    >
      {isTyping ? 'typing…' : content}
    </Text>
  );
}

function NoConversations() {
  return (
    <EmptyState
      icon={<IconMessageCircle size={36} stroke={1.5} color="var(--mantine-color-dimmed)" />}
      title="No conversations yet."
      text="Find something you like and message the seller."
      action={
        <Button component={PageLink} to={paths.listings()}>
          Browse Marketplace
        </Button>
      }
    />
  );
}

function Loading() {
  return (
    <Stack component="output" gap={0} aria-busy="true" aria-label="Loading conversations">
      {[0, 1, 2, 3, 4].map((n) => (
        <div key={n} className={classes.row}>
          <Skeleton width={52} height={52} radius={12} flex="none" />
          <Stack component="span" gap={0} flex={1} miw={0}>
            <Skeleton height={14} width="55%" mt={4} />
            <Skeleton height={12} width="80%" mt={8} />
            <Skeleton height={12} width="65%" mt={8} mb={2} />
          </Stack>
        </div>
      ))}
    </Stack>
  );
}

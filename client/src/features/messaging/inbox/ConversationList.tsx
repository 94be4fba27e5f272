import { Box, Button, CloseButton, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { searchLength } from '@marketplace/shared/messaging/constants';
import { paths } from '../../../config/paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { focusStep } from '../../../ui/focus-step.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { IconArrowLeft } from '../../../ui/icons/listing-icons.tsx';
import { IconMessageCircle, IconSearch } from '../../../ui/icons/icons.tsx';
import { IconArchive } from '../../../ui/icons/page-icons.tsx';
import listClasses from '../../../ui/list.module.css';
import { MoreButton } from '../../../ui/LoadMore.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import classes from './ConversationList.module.css';
import { ConversationRows, LoadingRows } from './ConversationRows.tsx';
import { FoundConversations } from './FoundConversations.tsx';
import { Requests } from './Requests.tsx';
import type { Conversations } from './use-conversations.ts';

interface Props {
  list: Conversations;
  requests: Conversations;
  /** True if `list` is the archive, not the inbox. */
  inArchive: boolean;
  selectedId: string | null;
  me: string;
}

/** Shows the inbox or the archive, newest first, or the results of a search in both. */
export function ConversationList({ list, requests, inArchive, selectedId, me }: Props) {
  const { conversations, total } = list;
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), 200);
  const isSearching = text.trim().length >= searchLength.min;
  const row = { selectedId, me, inArchive };
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfterMove(heading, `${inArchive} ${selectedId}`);
  return (
    <Stack
      component="section"
      gap={0}
      flex={1}
      miw={0}
      mih={0}
      aria-labelledby="conversations-heading"
    >
      <Group {...head}>
        {inArchive && (
          <PageLink to={paths.messages} className={classes.back} aria-label="Back to inbox">
            <IconArrowLeft size={22} stroke={1.75} />
          </PageLink>
        )}
        <Title
          ref={heading}
          id="conversations-heading"
          order={2}
          size="h3"
          tabIndex={-1}
          flex={1}
          miw={0}
        >
          {inArchive ? 'Archived' : 'Conversations'}{' '}
          {total !== undefined && (
            <Text span inherit c="dimmed" fw={500} className="numbers">
              ({total})
            </Text>
          )}
        </Title>
        {!inArchive && (
          <PageLink to={paths.archivedMessages()} className={classes.archive}>
            <IconArchive size={18} stroke={1.75} aria-hidden />
            Archived
          </PageLink>
        )}
      </Group>
      <SearchField text={text} onChange={setText} />
      <Box flex={1} mih={0} px={{ sm: 8 }} pb={8} className={listClasses.scroll}>
        {isSearching ? (
          <FoundConversations query={settled} onClear={() => setText('')} {...row} />
        ) : (
          <>
            {!inArchive && <Requests list={requests} {...row} />}
            {!conversations && list.isError && <ErrorState onRetry={() => void list.refetch()} />}
            {!conversations && !list.isError && <LoadingRows />}
            {conversations?.length === 0 && (inArchive || !requests.conversations?.length) && (
              <Nothing inArchive={inArchive} />
            )}
            {conversations && <ConversationRows conversations={conversations} {...row} />}
            <MoreButton query={list} what="conversations" />
          </>
        )}
      </Box>
    </Stack>
  );
}

/** Moves the focus to the heading after a navigation, which removes the link that had it. */
function useFocusAfterMove(heading: RefObject<HTMLElement | null>, place: string): void {
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current !== place) focusStep(heading.current);
    shown.current = place;
  }, [heading, place]);
}

const head = {
  gap: 4,
  wrap: 'nowrap',
  flex: 'none',
  mih: 44,
  pl: { base: 16, sm: 20 },
  pr: { base: 8, sm: 12 },
  pt: { base: 8, sm: 12 },
  pb: { base: 4, sm: 8 },
} as const;

/** The search field above the conversation list. Escape clears it. */
function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <Box component="search" flex="none" px={{ base: 16, sm: 20 }} pb={8}>
      <TextInput
        aria-label="Search conversations"
        placeholder="Search conversations"
        maxLength={searchLength.max}
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        rightSection={
          text && <CloseButton aria-label="Clear search" onClick={() => onChange('')} />
        }
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('');
        }}
      />
    </Box>
  );
}

function Nothing({ inArchive }: { inArchive: boolean }) {
  const Icon = inArchive ? IconArchive : IconMessageCircle;
  return (
    <EmptyState
      icon={<Icon size={36} stroke={1.5} color="var(--mantine-color-dimmed)" />}
      title={inArchive ? 'Nothing archived' : 'No conversations yet.'}
      text={
        inArchive
          ? 'Put finished conversations away. A new message brings them back to your inbox.'
          : 'Find something you like and message the seller.'
      }
      action={
        <Button
          component={PageLink}
          to={inArchive ? paths.messages : paths.listings()}
          variant={inArchive ? 'default' : undefined}
        >
          {inArchive ? 'Back to inbox' : 'Browse Marketplace'}
        </Button>
      }
    />
  );
}

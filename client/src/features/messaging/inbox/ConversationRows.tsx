import { ActionIcon, Box, Group, Menu, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { availabilityLabel } from '@marketplace/shared/listings/constants';
import type { ConversationView, FoundConversation } from '@marketplace/shared/messaging/views';
import { isolated } from '@marketplace/shared/direction';
import { paths } from '../../../config/paths.ts';
import { ageText } from '../../../ui/time/Age.tsx';
import { focusStep } from '../../../ui/focus-step.ts';
import { IconDots } from '../../../ui/icons/page-icons.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { fullTimeText } from '../../../ui/time/time-text.ts';
import { useMinute } from '../../../ui/time/use-today.ts';
import { useDraft } from '../chat/Composer.tsx';
import { ConversationMenuItems } from '../ConversationMenuItems.tsx';
import { useIsTyping, useLastSeen } from '../live/presence.ts';
import { useArchive } from '../use-archive.ts';
import classes from './ConversationRows.module.css';
import { activeDot, OtherAvatar, Thumbnail } from '../ConversationPictures.tsx';

interface Props {
  conversation: ConversationView & Partial<Pick<FoundConversation, 'snippet'>>;
  selected: boolean;
  me: string;
  /** True if the list is the archive. */
  inArchive: boolean;
  /** The search text, whose matches are highlighted. */
  query?: string;
}

interface RowsProps extends Pick<Props, 'me' | 'inArchive' | 'query'> {
  conversations: ConversationView[];
  selectedId: string | null;
}

export function ConversationRows({ conversations, selectedId, ...props }: RowsProps) {
  if (conversations.length === 0) return null;
  return (
    <ul className="plain">
      {conversations.map((conversation) => (
        <ConversationRow
          key={conversation.id}
          conversation={conversation}
          selected={conversation.id === selectedId}
          {...props}
        />
      ))}
    </ul>
  );
}

export function LoadingRows() {
  return (
    <Stack component="output" gap={0} aria-busy="true" aria-label="Loading conversations">
      {[0, 1, 2, 3, 4].map((n) => (
        <Group key={n} gap={20} wrap="nowrap" h={76} px={{ base: 16, sm: 12 }}>
          <Skeleton circle height={48} flex="none" />
          <Stack component="span" gap={8} flex={1} miw={0}>
            <Skeleton height={14} width="55%" />
            <Skeleton height={12} width="80%" />
          </Stack>
        </Group>
      ))}
    </Stack>
  );
}

/** A row of the conversation list: a link to the chat, and a menu. */
function ConversationRow({ conversation, selected, me, inArchive, query = '' }: Props) {
  const { id, listingImage, listingTitle, otherParticipants, unread } = conversation;
  const other = otherParticipants[0];
  const name = other?.displayName ?? 'User';
  const state = conversation.listingGone ? null : availabilityLabel(conversation.availability);
  const isOnline = useLastSeen(other?.id ?? '') === 'online';
  return (
    <li ref={useFocusAfter()} className={classes.item}>
      <PageLink
        to={paths.conversation(id, inArchive)}
        className={classes.row}
        aria-current={selected ? 'page' : undefined}
        onKeyDown={moveFocus}
      >
        <span className={classes.faces}>
          <OtherAvatar conversation={conversation} size={48} />
          <span className={classes.thing}>
            <Thumbnail image={listingImage} size={24} radius={6} />
          </span>
        </span>
        <span className={classes.text}>
          <span className={classes.line}>
            <span dir="auto" className={classes.name} data-unread={unread > 0 || undefined}>
              <Marked text={name} query={query} />
            </span>
            {isOnline && (
              <Box component="span" {...activeDot} title="Active now">
                <VisuallyHidden>, active now</VisuallyHidden>
              </Box>
            )}
            {state && <span className={classes.tag}>{state}</span>}
            {conversation.archived && !inArchive && <span className={classes.tag}>Archived</span>}
            <ShortAge at={conversation.lastMessageAt} isUnread={unread > 0} />
          </span>
          <span dir="auto" className={classes.title}>
            <Marked text={listingTitle} query={query} />
          </span>
          {/* This line is as high as the unread badge, so nothing moves when the badge appears. */}
          <span className={classes.line}>
            {conversation.snippet ? (
              <Text span dir="auto" size="xs" truncate miw={0} c="dimmed">
                <Marked text={conversation.snippet} query={query} />
              </Text>
            ) : (
              <Preview conversation={conversation} selected={selected} me={me} />
            )}
            {unread > 0 && (
              <span className={`numbers ${classes.unread}`}>
                {unread > 99 ? '99+' : unread}
                <VisuallyHidden> unread</VisuallyHidden>
              </span>
            )}
          </span>
        </span>
      </PageLink>
      <RowMenu conversation={conversation} name={name} />
    </li>
  );
}

/** Moves the focus to the next or previous row on an arrow key. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const item = event.currentTarget.closest('li');
  const next =
    (event.key === 'ArrowDown' && item?.nextElementSibling) ||
    (event.key === 'ArrowUp' && item?.previousElementSibling);
  if (!next) return;
  event.preventDefault();
  next.querySelector('a')?.focus();
}

/** Moves the focus to the heading when the focused row is removed, such as after archiving. */
function useFocusAfter() {
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const heading = row.current?.closest('section')?.querySelector('h2');
    return () => queueMicrotask(() => focusStep(heading ?? null));
  }, []);
  return row;
}

/** Shows a short age such as '2h'. */
function ShortAge({ at, isUnread }: { at: string; isUnread: boolean }) {
  const age = ageText(at, useMinute());
  return (
    <time
      className={`numbers ${classes.age}`}
      data-unread={isUnread || undefined}
      dateTime={at}
      title={fullTimeText(at)}
    >
      {age === 'Just now' ? 'Now' : age.replace(' ago', '')}
    </time>
  );
}

/** Shows the text with all matches of the query highlighted. */
function Marked({ text, query }: { text: string; query: string }) {
  if (!query) return text;
  const parts: ReactNode[] = [];
  const lower = text.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(query.toLowerCase()); at >= 0;) {
    const to = at + query.length;
    parts.push(
      <Fragment key={at}>
        {text.slice(from, at)}
        <mark className={classes.mark}>{text.slice(at, to)}</mark>
      </Fragment>,
    );
    from = to;
    at = lower.indexOf(query.toLowerCase(), to);
  }
  return [...parts, text.slice(from)];
}

/** Shows that the other person is typing, else the unsent draft, else the last message. */
function Preview({ conversation, selected, me }: Omit<Props, 'inArchive' | 'query'>) {
  const isTyping = useIsTyping(conversation.id);
  const [draft] = useDraft(conversation.id);
  const isUnread = conversation.unread > 0;
  const color = isTyping ? 'var(--mantine-color-anchor)' : 'dimmed';
  const from = conversation.lastSenderId === me ? 'You: ' : '';
  let content: ReactNode = from + isolated(conversation.lastMessage ?? 'No messages yet');
  if (draft.trim() && !selected) {
    content = (
      <>
        <span style={{ color: 'var(--accent-text)' }}>Draft:</span> <bdi>{draft.trim()}</bdi>
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

/** The menu is rendered only when it is first opened, since a list may have hundreds of rows. */
function RowMenu({ conversation, name }: Pick<Props, 'conversation'> & { name: string }) {
  const [wanted, setWanted] = useState(false);
  const archive = useArchive();
  const button = (
    <ActionIcon
      className={classes.menu}
      variant="subtle"
      color="gray"
      size={28}
      aria-label={`Options for ${isolated(name)}, ${isolated(conversation.listingTitle)}`}
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
    >
      <IconDots size={20} stroke={1.75} />
    </ActionIcon>
  );
  if (!wanted) return button;
  return (
    <Menu position="bottom-end" width={200} keepMounted={false} defaultOpened>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <ConversationMenuItems
          conversation={conversation}
          onArchive={() => archive(conversation)}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

import { ActionIcon, Box, Group, Menu, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { availabilityLabel } from '@marketplace/shared/listings/constants';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { formatPrice } from '@marketplace/shared/money';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import classes from './ChatHeader.module.css';
import { IconArrowLeft } from '../../../ui/icons/listing-icons.tsx';
import { IconBan, IconDots, IconFlag } from '../../../ui/icons/page-icons.tsx';
import { lastSeenText } from '../../../ui/time/time-text.ts';
import { ConversationMenuItems } from '../ConversationMenuItems.tsx';
import { useIsTyping, useLastSeen } from '../live/presence.ts';
import { useArchive } from '../use-archive.ts';
import { activeDot, OtherAvatar, Thumbnail } from '../ConversationPictures.tsx';
import { useMinute } from '../../../ui/time/use-today.ts';

const icon = { size: 18, stroke: 1.75 };

type Participant = ConversationView['otherParticipants'][number];

interface Props {
  conversation: ConversationView;
  name: string;
  /** The path of the list that the conversation was opened from. */
  listPath: string;
  onBlock: () => void;
  /** Undefined until the other person has written something that can be reported. */
  onReport: (() => void) | undefined;
}

/** The header of a chat: back link, other person, listing and menu. */
export function ChatHeader({ conversation, name, listPath, onBlock, onReport }: Props) {
  const other = conversation.otherParticipants[0];
  const archive = useArchive();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // With a mouse, the composer gets the focus instead.
    if (!window.matchMedia('(pointer: fine)').matches)
      heading.current?.focus({ preventScroll: true });
  }, []);
  const onArchive = () => {
    archive(conversation);
    if (!conversation.archived) void navigate(listPath);
  };
  return (
    <header className={classes.header}>
      <ActionIcon
        component={PageLink}
        to={listPath}
        hiddenFrom="sm"
        variant="transparent"
        c="inherit"
        size={44}
        flex="none"
        mr={-8}
        aria-label="All conversations"
      >
        <IconArrowLeft size={22} stroke={1.75} />
      </ActionIcon>
      <OtherAvatar conversation={conversation} size={40} />
      <Box flex="0 1 auto" miw={0}>
        <Text ref={heading} component="h2" dir="auto" fw={650} lh={1.35} truncate tabIndex={-1}>
          {name}
        </Text>
        {other && <PresenceLine other={other} conversationId={conversation.id} />}
      </Box>
      <ListingLink conversation={conversation} />
      <Menu position="bottom-end" width={240} withinPortal={false} keepMounted={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={44} flex="none" aria-label="More">
            <IconDots size={20} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <ConversationMenuItems conversation={conversation} onArchive={onArchive} />
          {onReport && (
            <Menu.Item leftSection={<IconFlag {...icon} />} onClick={onReport}>
              Report…
            </Menu.Item>
          )}
          {other && (
            <Menu.Item leftSection={<IconBan {...icon} />} onClick={onBlock}>
              <Text inherit lineClamp={2}>
                Block <bdi>{name}</bdi>…
              </Text>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </header>
  );
}

export function ChatHeaderLoading() {
  return (
    <div className={classes.header}>
      <Skeleton circle height={40} flex="none" ml={{ base: 12, sm: 0 }} />
      <Skeleton height={14} width={120} />
      <Skeleton width={40} height={40} radius={10} flex="none" ml="auto" mr={44} />
    </div>
  );
}

function PresenceLine({ other, conversationId }: { other: Participant; conversationId: string }) {
  const isTyping = useIsTyping(conversationId);
  const seen = useLastSeen(other.id);
  const isOnline = seen === 'online';
  const now = useMinute();
  const lastSeen = Math.max(Number(seen) || 0, Date.parse(other.lastSeenAt ?? '') || 0);
  const presence = isOnline ? 'Active now' : lastSeen > 0 && lastSeenText(lastSeen, now);
  const text = isTyping ? 'typing…' : presence;
  return (
    text && (
      <Group component="span" gap={6} wrap="nowrap" c="dimmed" fz="xs" lh={1.4}>
        {isOnline && !isTyping && <Box component="span" {...activeDot} aria-hidden />}
        <Text span inherit truncate>
          {text}
        </Text>
      </Group>
    )
  );
}

function ListingLink({ conversation }: { conversation: ConversationView }) {
  const { listingId, listingTitle, listingImage, listingPrice } = conversation;
  const { listingGone, listingHidden } = conversation;
  const state = availabilityLabel(conversation.availability);
  const price = listingGone ? { c: 'dimmed', fw: 400 } : { fw: 650 };
  const content = (
    <>
      <Stack component="span" gap={0} align="flex-end" miw={0} fz="xs" lh={1.35}>
        <Text span inherit truncate maw="100%" dir="auto" className={classes.title}>
          {listingTitle}
        </Text>
        <Text span inherit truncate maw="100%" className="numbers" {...price}>
          {listingGone ? 'No longer available' : formatPrice(listingPrice)}
          {!listingGone && state && ` · ${state}`}
          {listingHidden && ' · Hidden'}
        </Text>
      </Stack>
      <Thumbnail image={listingImage} size={40} radius={10} />
    </>
  );
  if (listingGone) return <div className={classes.listing}>{content}</div>;
  return (
    <PageLink to={paths.listing(listingId)} className={classes.listing}>
      {content}
    </PageLink>
  );
}

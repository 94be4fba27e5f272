import { ActionIcon, Box, Group, Menu, Skeleton, Text } from '@mantine/core';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { formatPrice } from '@marketplace/shared/money';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { UserAvatar } from '../../../ui/avatar/UserAvatar.tsx';
import classes from './ChatPanel.module.css';
import { IconArrowLeft, IconChevronRight } from '../../../ui/icons/listing-icons.tsx';
import { IconBan, IconDots, IconExternalLink, IconFlag } from '../../../ui/icons/page-icons.tsx';
import { lastSeenText } from '../../../ui/time-text.ts';
import { useIsTyping, useSeen } from '../live/presence.ts';
import { activeDot, Thumbnail } from '../inbox/Thumbnail.tsx';
import { useMinute } from '../../../ui/use-today.ts';

const icon = { size: 18, stroke: 1.75 };

type Participant = ConversationView['otherParticipants'][number];

interface Props {
  conversation: ConversationView;
  name: string;
  onBlock: () => void;
  /** Absent while there is nothing of the other person to report. */
  onReport: (() => void) | undefined;
}

/** The other person, the listing, and the menu of a conversation. */
export function ChatHeader({ conversation, name, onBlock, onReport }: Props) {
  const other = conversation.otherParticipants[0];
  return (
    <Box component="header" {...header}>
      <Group {...person}>
        <ActionIcon
          component={PageLink}
          to={paths.messages}
          className={classes.back}
          variant="transparent"
          c="inherit"
          size={44}
          ml={-12}
          mr={-8}
          aria-label="All conversations"
        >
          <IconArrowLeft size={22} stroke={1.75} />
        </ActionIcon>
        <UserAvatar
          user={{
            id: other?.id ?? null,
            firstName: name,
            profileImageUrl: other?.profileImageUrl ?? null,
          }}
          size={40}
        />
        <Box flex={1} miw={0}>
          <Text component="h2" fw={650} lh={1.4} truncate>
            {name}
          </Text>
          {other && <PresenceLine other={other} conversationId={conversation.id} />}
        </Box>
        <Menu position="bottom-end" width={240} withinPortal={false} keepMounted={false}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={44} aria-label="More">
              <IconDots size={20} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!conversation.listingGone && (
              <Menu.Item
                component={PageLink}
                to={paths.listing(conversation.listingId)}
                leftSection={<IconExternalLink {...icon} />}
              >
                View listing
              </Menu.Item>
            )}
            {onReport && (
              <Menu.Item leftSection={<IconFlag {...icon} />} onClick={onReport}>
                Report…
              </Menu.Item>
            )}
            {other && (
              <Menu.Item leftSection={<IconBan {...icon} />} onClick={onBlock}>
                <Text inherit lineClamp={2}>
                  Block {name}…
                </Text>
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <ListingStrip conversation={conversation} />
    </Box>
  );
}

const header = {
  flex: 'none',
  px: { base: 16, sm: 20 },
  style: { borderBottom: '1px solid var(--line)' },
};
/** The row of the other person. The negative margin lines the icon of its menu up with the edge. */
const person = {
  gap: 12,
  wrap: 'nowrap',
  mih: 64,
  pt: 10,
  pb: 8,
  mr: { base: -4, sm: -8 },
} as const;

/** As high as the header. */
export function ChatHeaderLoading() {
  return (
    <Box {...header}>
      <Group {...person}>
        <Skeleton circle height={40} flex="none" />
        <Skeleton height={14} width={140} />
      </Group>
      <div className={classes.listing}>
        <Skeleton width={36} height={36} radius={8} flex="none" />
        <Skeleton height={12} width={200} />
      </div>
    </Box>
  );
}

function PresenceLine({ other, conversationId }: { other: Participant; conversationId: string }) {
  const isTyping = useIsTyping(conversationId);
  const seen = useSeen(other.id);
  const isOnline = seen === 'online';
  const now = useMinute();
  const lastSeen = Math.max(Number(seen) || 0, Date.parse(other.lastSeenAt ?? '') || 0);
  const presence = isOnline ? 'Active now' : lastSeen > 0 && lastSeenText(lastSeen, now);
  const text = isTyping ? 'typing…' : presence;
  return (
    text && (
      <Group component="span" gap={6} wrap="nowrap" c="dimmed" fz="xs" lh={1.4}>
        {isOnline && !isTyping && <Box component="span" {...activeDot} aria-hidden />}
        {text}
      </Group>
    )
  );
}

function ListingStrip({ conversation }: { conversation: ConversationView }) {
  const { listingId, listingTitle, listingImage, listingPrice } = conversation;
  const { listingGone, listingHidden } = conversation;
  const state = listingGone ? 'No longer available' : listingHidden && 'Hidden';
  const content = (
    <>
      <Thumbnail image={listingImage} size={36} radius={8} />
      <Text span inherit truncate miw={0} className={classes.title}>
        {listingTitle}
      </Text>
      {state && (
        <Text span inherit flex="none" c="dimmed">
          {state}
        </Text>
      )}
      {!listingGone && (
        <Text span inherit flex="none" fw={650} className="numbers">
          {formatPrice(listingPrice)}
        </Text>
      )}
    </>
  );
  if (listingGone) return <div className={classes.listing}>{content}</div>;
  return (
    <PageLink to={paths.listing(listingId)} className={classes.listing}>
      {content}
      <IconChevronRight
        size={18}
        stroke={1.75}
        color="var(--mantine-color-dimmed)"
        style={{ flex: 'none', marginLeft: 'auto' }}
        aria-hidden
      />
    </PageLink>
  );
}

import { ActionIcon, Menu, Text } from '@mantine/core';
import {
  IconArrowLeft,
  IconBan,
  IconChevronRight,
  IconDots,
  IconExternalLink,
  IconFlag,
} from '@tabler/icons-react';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { formatPrice } from '@marketplace/shared/money';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { UserAvatar } from '../../../ui/UserAvatar.tsx';
import classes from './ChatHeader.module.css';
import { lastSeenText } from '../../../ui/time-text.ts';
import { useIsOnline, useIsTyping, useLeftAt } from '../live/presence-store.ts';
import { Thumbnail } from '../inbox/Thumbnail.tsx';
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

/** Whom one talks with, about which listing, and what else can be done. */
export function ChatHeader({ conversation, name, onBlock, onReport }: Props) {
  const other = conversation.otherParticipants[0];
  return (
    <header className={classes.header}>
      <div className={classes.person}>
        <PageLink to={paths.messages} className={classes.back} aria-label="All conversations">
          <IconArrowLeft size={22} stroke={1.75} />
        </PageLink>
        <UserAvatar
          user={{
            firstName: name,
            lastName: null,
            username: null,
            profileImageUrl: other?.profileImageUrl ?? null,
          }}
          size={40}
        />
        <div className={classes.about}>
          <h2 className={classes.name}>{name}</h2>
          {other && <PresenceLine other={other} conversationId={conversation.id} />}
        </div>
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
      </div>
      <ListingStrip conversation={conversation} />
    </header>
  );
}

function PresenceLine({ other, conversationId }: { other: Participant; conversationId: string }) {
  const isOnline = useIsOnline(other.id);
  const isTyping = useIsTyping(conversationId);
  const leftAt = useLeftAt(other.id);
  const now = useMinute();
  const lastSeen = Math.max(leftAt, other.lastSeenAt ? Date.parse(other.lastSeenAt) : 0);
  if (isTyping) return <span className={classes.presence}>typing…</span>;
  if (isOnline) {
    return (
      <span className={classes.presence}>
        <span className={classes.dot} aria-hidden />
        Active now
      </span>
    );
  }
  const text = lastSeen > 0 ? lastSeenText(lastSeen, now) : null;
  return text && <span className={classes.presence}>{text}</span>;
}

function ListingStrip({ conversation }: { conversation: ConversationView }) {
  const { listingId, listingTitle, listingImage, listingPrice } = conversation;
  const { listingGone, listingHidden } = conversation;
  const content = (
    <>
      <Thumbnail image={listingImage} size={36} />
      <span className={classes.title}>{listingTitle}</span>
      {listingGone && <span className={classes.quiet}>No longer available</span>}
      {!listingGone && listingHidden && <span className={classes.quiet}>Hidden</span>}
      {!listingGone && (
        <span className={`${classes.price} numbers`}>{formatPrice(listingPrice)}</span>
      )}
    </>
  );
  if (listingGone) return <div className={classes.listing}>{content}</div>;
  return (
    <PageLink to={paths.listing(listingId)} className={classes.listing}>
      {content}
      <IconChevronRight className={classes.arrow} size={18} stroke={1.75} aria-hidden />
    </PageLink>
  );
}

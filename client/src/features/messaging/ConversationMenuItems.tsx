import { Menu } from '@mantine/core';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { paths } from '../../config/paths.ts';
import { IconUser } from '../../ui/icons/icons.tsx';
import { IconArchive, IconExternalLink, IconInbox } from '../../ui/icons/page-icons.tsx';
import { PageLink } from '../../ui/PageLink.tsx';

const icon = { size: 18, stroke: 1.75 };

interface Props {
  conversation: ConversationView;
  onArchive: () => void;
}

/** The menu items shared by a row of the inbox and the header of an open chat. */
export function ConversationMenuItems({ conversation, onArchive }: Props) {
  const { archived, listingGone, listingId, otherParticipants, readOnly } = conversation;
  const other = otherParticipants[0];
  return (
    <>
      {other && !readOnly && (
        <Menu.Item
          component={PageLink}
          to={paths.user(other.id)}
          leftSection={<IconUser {...icon} />}
        >
          View profile
        </Menu.Item>
      )}
      {!listingGone && (
        <Menu.Item
          component={PageLink}
          to={paths.listing(listingId)}
          leftSection={<IconExternalLink {...icon} />}
        >
          View listing
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={archived ? <IconInbox {...icon} /> : <IconArchive {...icon} />}
        onClick={onArchive}
      >
        {archived ? 'Unarchive' : 'Archive'}
      </Menu.Item>
    </>
  );
}

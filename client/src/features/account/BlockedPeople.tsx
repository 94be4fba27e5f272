import { Button, Text } from '@mantine/core';
import { useRef } from 'react';
import type { BlockedPeopleView } from '@marketplace/shared/messaging/views';
import { trpc } from '../../api/trpc.ts';
import { Loaded, SettingsList, SettingsRow, SettingsSection } from '../../ui/SettingsSection.tsx';
import { dateText } from '../../ui/time-text.ts';
import { UserAvatar } from '../../ui/UserAvatar.tsx';
import { useUnblock } from '../messaging/use-unblock.ts';

/** The people whom the user blocks, each with a button to unblock them. */
export function BlockedPeople() {
  const heading = useRef<HTMLHeadingElement>(null);
  const blocked = trpc.messaging.blocked.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <SettingsSection title="Blocked people" headingRef={heading}>
      <Loaded query={blocked} height={22}>
        {({ items }) => <People items={items} onUnblocked={() => heading.current?.focus()} />}
      </Loaded>
    </SettingsSection>
  );
}

type Person = BlockedPeopleView['items'][number];

function People({ items, onUnblocked }: { items: Person[]; onUnblocked: () => void }) {
  if (items.length === 0) {
    return (
      <Text c="dimmed">
        You block nobody. You can block a person from your conversation with them, or on their page.
      </Text>
    );
  }
  return (
    <>
      <Text c="dimmed" size="xs">
        You see nothing of them in your messages, and they cannot write to you. They are not told.
      </Text>
      <SettingsList>
        {items.map((person) => (
          <BlockedPerson key={person.id} person={person} onUnblocked={onUnblocked} />
        ))}
      </SettingsList>
    </>
  );
}

function BlockedPerson({ person, onUnblocked }: { person: Person; onUnblocked: () => void }) {
  const { id, displayName, profileImageUrl } = person;
  // The button that had the focus is gone then.
  const unblock = useUnblock(displayName, onUnblocked);
  const user = { firstName: displayName, lastName: null, username: null, profileImageUrl };
  return (
    <SettingsRow
      icon={<UserAvatar user={user} size={40} />}
      title={<Text truncate>{displayName}</Text>}
      text={`Blocked on ${dateText(person.blockedAt)}`}
    >
      <Button
        variant="default"
        size="xs"
        aria-label={`Unblock ${displayName}`}
        disabled={unblock.isPending}
        onClick={() => unblock.mutate({ userId: id })}
      >
        {unblock.isPending ? 'Unblocking...' : 'Unblock'}
      </Button>
    </SettingsRow>
  );
}

import { Button, Text } from '@mantine/core';
import type { BlockedPeopleView } from '@marketplace/shared/messaging/views';
import { isolated } from '@marketplace/shared/direction';
import { trpc } from '../../api/trpc.ts';
import {
  Loaded,
  SettingsList,
  SettingsRow,
  SettingsSection,
  useFocusHeading,
} from '../../ui/settings/SettingsSection.tsx';
import { dateText } from '../../ui/time/time-text.ts';
import { UserAvatar } from '../../ui/avatar/UserAvatar.tsx';
import { useUnblock } from '../messaging/use-unblock.ts';

/** The list of people whom the user has blocked, each with an "Unblock" button. */
export function BlockedPeople() {
  const blocked = trpc.messaging.blocked.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <SettingsSection title="Blocked people">
      <Loaded query={blocked} height={22}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">
              You haven&apos;t blocked anyone. You can block someone from your conversation with
              them or from their page.
            </Text>
          ) : (
            <>
              <Text c="dimmed" size="xs">
                You won&apos;t see each other&apos;s messages, and they can&apos;t message you. They
                won&apos;t be notified.
              </Text>
              <SettingsList>
                {items.map((person) => (
                  <BlockedPerson key={person.id} {...person} />
                ))}
              </SettingsList>
            </>
          )
        }
      </Loaded>
    </SettingsSection>
  );
}

function BlockedPerson(person: BlockedPeopleView['items'][number]) {
  const { id, displayName, profileImageUrl, blockedAt } = person;
  const unblock = useUnblock(isolated(displayName), useFocusHeading());
  return (
    <SettingsRow
      icon={<UserAvatar user={{ id, firstName: displayName, profileImageUrl }} size={40} />}
      title={
        <Text truncate dir="auto" ta="left">
          {displayName}
        </Text>
      }
      text={`Blocked on ${dateText(blockedAt)}`}
    >
      <Button
        variant="default"
        size="xs"
        aria-label={`Unblock ${isolated(displayName)}`}
        disabled={unblock.isPending}
        onClick={() => unblock.mutate({ userId: id })}
      >
        {unblock.isPending ? 'Unblocking...' : 'Unblock'}
      </Button>
    </SettingsRow>
  );
}

import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useRef } from 'react';
import type { BlockedPeopleView } from '@marketplace/shared/messaging/block-views';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { UserAvatar } from '../../ui/UserAvatar.tsx';
import classes from './BlockedPeople.module.css';
import { SettingsSection } from '../../ui/SettingsSection.tsx';

/** The people one blocks, each with the way back. */
export function BlockedPeople() {
  const heading = useRef<HTMLHeadingElement>(null);
  const blocked = trpc.messaging.blocked.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <SettingsSection title="Blocked people" headingRef={heading}>
      {blocked.data ? (
        <People items={blocked.data.items} onUnblocked={() => heading.current?.focus()} />
      ) : blocked.isError ? (
        <Group role="alert" justify="space-between">
          <Text>This could not be loaded.</Text>
          <Button variant="default" size="xs" onClick={() => void blocked.refetch()}>
            Try again
          </Button>
        </Group>
      ) : (
        <Skeleton height={22} />
      )}
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
      <ul className={classes.list}>
        {items.map((person) => (
          <BlockedPerson key={person.id} person={person} onUnblocked={onUnblocked} />
        ))}
      </ul>
    </>
  );
}

function BlockedPerson({ person, onUnblocked }: { person: Person; onUnblocked: () => void }) {
  const { id, displayName, profileImageUrl } = person;
  const { blocked } = trpc.useUtils().messaging;
  const unblock = trpc.messaging.unblock.useMutation({
    onSuccess() {
      blocked.setData(
        undefined,
        (now) => now && { items: now.items.filter((each) => each.id !== id) },
      );
      // The button that had the focus is gone.
      onUnblocked();
      toast({ title: 'Unblocked', message: `${displayName} can write to you again.` });
    },
    onError(error) {
      toast({
        title: 'Error',
        message: errorMessage(error, `${displayName} is still blocked. Please try again.`),
        kind: 'error',
      });
    },
  });
  const user = { firstName: displayName, lastName: null, username: null, profileImageUrl };
  return (
    <li className={classes.person}>
      <UserAvatar user={user} size={40} />
      <div className={classes.name}>
        <Text truncate>{displayName}</Text>
        <Text c="dimmed" size="xs">
          Blocked on {dateText(person.blockedAt)}
        </Text>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={`Unblock ${displayName}`}
        disabled={unblock.isPending}
        onClick={() => unblock.mutate({ userId: id })}
      >
        {unblock.isPending ? 'Unblocking...' : 'Unblock'}
      </Button>
    </li>
  );
}

function dateText(time: string): string {
  return new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium' });
}

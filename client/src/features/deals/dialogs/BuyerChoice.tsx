import { Radio, Skeleton, Stack, Text } from '@mantine/core';
import { trpc } from '../../../api/trpc.ts';
import { UserAvatar } from '../../../ui/avatar/UserAvatar.tsx';
import classes from './BuyerChoice.module.css';

interface Props {
  listingId: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  isBusy: boolean;
  /** An additional last choice that is not one of the chats. */
  other?: { value: string; label: string };
}

/** Lets the seller choose one of the people who have written about a listing. */
export function BuyerChoice({ listingId, label, value, onChange, isBusy, other }: Props) {
  const { data, isPending } = trpc.messaging.conversations.useQuery({ listingId, limit: 50 });
  if (isPending) {
    return (
      <Stack component="output" gap="xs" aria-label="Loading your chats">
        <Skeleton height={52} />
        <Skeleton height={52} />
      </Stack>
    );
  }
  const chats = data?.items.filter(({ readOnly }) => !readOnly) ?? [];
  return (
    <Radio.Group label={label} value={value} onChange={onChange} readOnly={isBusy}>
      <Stack gap={0} mt={4}>
        {chats.map(({ id, lastMessage, otherParticipants: [person] }) => (
          <Choice key={id} value={id} name={person?.displayName ?? 'User'} detail={lastMessage}>
            <UserAvatar
              user={{
                id: person?.id ?? null,
                firstName: person?.displayName ?? '',
                profileImageUrl: person?.profileImageUrl ?? null,
              }}
              size={36}
            />
          </Choice>
        ))}
        {other && <Choice value={other.value} name={other.label} />}
        {!other && chats.length === 0 && (
          <Text c="dimmed">Nobody has messaged you about this yet.</Text>
        )}
      </Stack>
    </Radio.Group>
  );
}

type ChoiceProps = React.PropsWithChildren<{ value: string; name: string; detail?: string | null }>;

function Choice({ value, name, detail, children }: ChoiceProps) {
  return (
    <label className={classes.choice}>
      <Radio value={value} aria-label={name} />
      {children}
      <Stack gap={0} align="flex-start" miw={0} flex={1}>
        <Text fw={600} truncate dir="auto" maw="100%">
          {name}
        </Text>
        {detail && (
          <Text size="xs" c="dimmed" truncate maw="100%">
            {detail}
          </Text>
        )}
      </Stack>
    </label>
  );
}

import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { dealTexts } from '@marketplace/shared/outcomes/deals';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { shortMomentText } from './times.ts';
import { ordinal } from './timeline/step-text.ts';
import { useStepErrorHandler } from './use-deal-actions.ts';

/** Returns the line for a reserved listing. Undefined while loading and for the seller. */
export function useWaitingLine({ id: listingId, availability, sellerId }: ListingView) {
  const user = useCurrentUser();
  const enabled = availability === 'reserved' && Boolean(user) && user?.id !== sellerId;
  const { data } = trpc.deals.line.useQuery({ listingId }, { enabled });
  return enabled ? data : undefined;
}

/** Shows a buyer's place in line for a reserved listing, with buttons to join, confirm or leave. */
export function WaitingLineNote({ listing }: { listing: ListingView }) {
  const listingId = listing.id;
  const user = useCurrentUser();
  const openSignIn = useSignIn();
  // Not `useMinute`, since the server renders this too.
  const [now] = useState(Date.now);
  const { deals } = trpc.useUtils();
  const line = useWaitingLine(listing);
  const onFailed = useStepErrorHandler();
  const done = (title: string) => {
    toast({ title, kind: 'success' });
    return deals.invalidate();
  };
  const join = trpc.deals.joinLine.useMutation({
    onSuccess: ({ offeredUntil }, _, wasTurn) =>
      done(wasTurn || offeredUntil ? dealTexts.confirmTurn : dealTexts.joinLine),
    onMutate: () => Boolean(line?.offeredUntil),
    onError: onFailed,
  });
  const leave = trpc.deals.leaveLine.useMutation({
    onSuccess: () => done(dealTexts.leaveLine),
    onError: onFailed,
  });
  const isBusy = join.isPending || leave.isPending;
  const joinNow = () => isBusy || join.mutate({ listingId });
  const { position = null, offeredUntil = null } = line ?? {};
  const isIn = position !== null || offeredUntil !== null;
  const label = offeredUntil ? 'Confirm' : 'Join the line';
  return (
    <Group gap="xs" mt="xs" mih={40}>
      {isIn && (
        <Text fw={600}>
          {offeredUntil
            ? `It's your turn until ${shortMomentText(offeredUntil, now)}.`
            : position !== null && `You're ${ordinal(position)} in line. The seller decides.`}
        </Text>
      )}
      {(!isIn || offeredUntil) && (
        <Button
          variant={offeredUntil ? 'filled' : 'light'}
          size="sm"
          aria-disabled={isBusy || undefined}
          onClick={() =>
            user
              ? joinNow()
              : openSignIn({ reason: 'Sign in to join the line.', onSuccess: joinNow })
          }
        >
          {join.isPending ? `${label}…` : label}
        </Button>
      )}
      {isIn && (
        <Button
          variant="default"
          size="sm"
          aria-disabled={isBusy || undefined}
          onClick={() => isBusy || leave.mutate({ listingId })}
        >
          Leave the line
        </Button>
      )}
    </Group>
  );
}

import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { reservationDays } from '@marketplace/shared/deals/constants';
import { dealTexts } from '@marketplace/shared/outcomes/deals';
import { trpc } from '../../../api/trpc.ts';
import { momentText } from '../times.ts';
import { BuyerChoice } from './BuyerChoice.tsx';
import { Choices } from './Choices.tsx';
import { type DialogProps, StepForm, useStepCallbacks } from './StepForm.tsx';

interface Props extends DialogProps {
  listingId: string;
  /** The buyer. If absent, the seller chooses one of the chats. */
  buyer?: { conversationId: string; name: string };
}

const choices = [reservationDays.min, reservationDays.usual, 7, reservationDays.max].map(
  (value) => ({ value, label: value === 1 ? '1 day' : `${value} days` }),
);
const dayMs = 24 * 60 * 60_000;

/** The dialog that reserves a listing for a buyer, for some days. */
export function ReserveDialog({ listingId, buyer, onDone, ...dialog }: Props) {
  const [chosen, setChosen] = useState(buyer?.conversationId ?? '');
  const [days, setDays] = useState(reservationDays.usual);
  const [now] = useState(Date.now);
  const { clientId, callbacks } = useStepCallbacks(onDone);
  const { mutate, isPending } = trpc.deals.reserve.useMutation(callbacks(dealTexts.reserve));
  return (
    <StepForm
      {...dialog}
      title={buyer ? `Reserve for ${buyer.name}` : 'Reserve'}
      submit={{ label: 'Reserve', busyLabel: 'Reserving...' }}
      isBusy={isPending}
      missing={chosen === '' && 'Choose a person first'}
      onSubmit={() => mutate({ conversationId: chosen, days, clientId })}
    >
      {!buyer && (
        <BuyerChoice
          listingId={listingId}
          label="For whom"
          value={chosen}
          onChange={setChosen}
          isBusy={isPending}
        />
      )}
      <Stack gap="xs">
        <Choices
          label="For how long"
          choices={choices}
          value={days}
          onChange={setDays}
          isBusy={isPending}
        />
        <Text c="dimmed" className="numbers">
          Until {momentText(now + days * dayMs)}. Open offers end, others can join the line, and you
          can release it at any time.
        </Text>
      </Stack>
    </StepForm>
  );
}

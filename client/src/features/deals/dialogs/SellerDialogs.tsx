import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { reservationDays, undoSaleHours } from '@marketplace/shared/deals/constants';
import { dealTexts } from '@marketplace/shared/outcomes/deals';
import { trpc } from '../../../api/trpc.ts';
import { momentText } from '../times.ts';
import { BuyerChoice } from './BuyerChoice.tsx';
import { Choices, type DialogProps, StepForm, useStepCallbacks } from './StepForm.tsx';

interface ReserveProps extends DialogProps {
  listingId: string;
  /** The buyer. If absent, the seller chooses one of the chats. */
  buyer?: { conversationId: string; name: string };
}

const choices = [reservationDays.min, reservationDays.usual, 7, reservationDays.max].map(
  (value) => ({ value, label: value === 1 ? '1 day' : `${value} days` }),
);
const dayMs = 24 * 60 * 60_000;

/** The dialog that reserves a listing for a buyer, for some days. */
export function ReserveDialog({ listingId, buyer, onDone, ...dialog }: ReserveProps) {
  const [chosen, setChosen] = useState(buyer?.conversationId ?? '');
  const [days, setDays] = useState(reservationDays.usual);
  const [now] = useState(Date.now);
  const { clientId, callbacks } = useStepCallbacks(dealTexts.reserve, onDone);
  const { mutate, isPending } = trpc.deals.reserve.useMutation(callbacks);
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

interface SoldProps extends DialogProps {
  listingId: string;
  /** The chat that the dialog is opened from. It is chosen at first. */
  conversationId?: string;
}

const elsewhere = { value: 'elsewhere', label: 'Someone not on here' };

/** The dialog that marks a listing as sold, to the person of a chat or to someone elsewhere. */
export function SoldDialog({ listingId, conversationId, onDone, ...dialog }: SoldProps) {
  const [chosen, setChosen] = useState(conversationId ?? '');
  const { callbacks } = useStepCallbacks(dealTexts.sold, onDone);
  const { mutate, isPending } = trpc.deals.markSold.useMutation(callbacks);
  return (
    <StepForm
      {...dialog}
      title="Mark as sold"
      submit={{ label: 'Mark as sold', busyLabel: 'Saving...' }}
      isBusy={isPending}
      missing={chosen === '' && 'Choose who bought it first'}
      onSubmit={() =>
        mutate({ listingId, conversationId: chosen === elsewhere.value ? undefined : chosen })
      }
    >
      <BuyerChoice
        listingId={listingId}
        label="Who bought it?"
        value={chosen}
        onChange={setChosen}
        isBusy={isPending}
        other={elsewhere}
      />
      <Text c="dimmed">
        We&apos;ll let everyone else know it&apos;s gone. You can undo this within {undoSaleHours}{' '}
        hours.
      </Text>
    </StepForm>
  );
}

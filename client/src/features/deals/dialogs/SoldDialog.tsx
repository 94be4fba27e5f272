import { Text } from '@mantine/core';
import { useState } from 'react';
import { undoSaleHours } from '@marketplace/shared/deals/constants';
import { dealTexts } from '@marketplace/shared/outcomes/deals';
import { trpc } from '../../../api/trpc.ts';
import { BuyerChoice } from './BuyerChoice.tsx';
import { type DialogProps, StepForm, useStepCallbacks } from './StepForm.tsx';

interface Props extends DialogProps {
  listingId: string;
  /** The chat that the dialog is opened from. It is chosen at first. */
  conversationId?: string;
}

const elsewhere = { value: 'elsewhere', label: 'Someone not on here' };

/** The dialog that marks a listing as sold, to the person of a chat or to someone elsewhere. */
export function SoldDialog({ listingId, conversationId, onDone, ...dialog }: Props) {
  const [chosen, setChosen] = useState(conversationId ?? '');
  const { callbacks } = useStepCallbacks(onDone);
  const { mutate, isPending } = trpc.deals.markSold.useMutation(callbacks(dealTexts.sold));
  return (
    <StepForm
      {...dialog}
      title="Mark as sold"
      submit={{ label: 'Mark as sold', busyLabel: 'Saving...' }}
      isBusy={isPending}
      missing={chosen === '' && 'Choose who bought it first'}
      onSubmit={() => {
        const buyer = chosen === elsewhere.value ? {} : { conversationId: chosen };
        mutate({ listingId, ...buyer });
      }}
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

import { Text } from '@mantine/core';
import { useState } from 'react';
import { offerLastsHours } from '@marketplace/shared/deals/constants';
import type { OfferResultView } from '@marketplace/shared/deals/views';
import { formatPrice } from '@marketplace/shared/money';
import { dealTexts } from '@marketplace/shared/outcomes/deals';
import { fieldIssues } from '../../../api/errors.ts';
import { newId } from '../../../api/new-id.ts';
import { trpc } from '../../../api/trpc.ts';
import { useStepFailed } from '../use-acts.ts';
import { isOfferable, OfferFields } from './OfferFields.tsx';
import { type DialogProps, StepForm } from './StepForm.tsx';

interface Props extends Omit<DialogProps, 'onDone'> {
  /** A listing without a chat gets one by the offer. */
  about: { conversationId: string } | { listingId: string };
  asking: string;
  name: string;
  onDone: (done: string, result: OfferResultView) => void;
}

/** Makes an offer. The id goes with every try to send it. */
export function OfferDialog({ about, asking, name, onDone, ...dialog }: Props) {
  const [draft, setDraft] = useState({ amount: '', note: '' });
  const [clientId] = useState(newId);
  const onFailed = useStepFailed();
  const { mutate, isPending, error } = trpc.deals.makeOffer.useMutation({
    onSuccess: (result) => onDone(dealTexts.offer, result),
    onError: onFailed,
  });
  return (
    <StepForm
      {...dialog}
      title="Make an offer"
      submit={{ label: 'Send offer', busyLabel: 'Sending...' }}
      isBusy={isPending}
      missing={!isOfferable(draft) && 'Enter an amount first'}
      onSubmit={() => {
        const note = draft.note.trim() || undefined;
        mutate({ ...about, amount: draft.amount, note, clientId });
      }}
    >
      <Text c="dimmed">
        {name} is asking {formatPrice(asking)}. Your offer is open for {offerLastsHours} hours; if
        it&apos;s accepted, this is reserved for you.
      </Text>
      <OfferFields
        asking={asking}
        draft={draft}
        setDraft={setDraft}
        problem={fieldIssues(error)[0]?.message}
        isBusy={isPending}
        withNote
      />
    </StepForm>
  );
}

interface CounterProps extends DialogProps {
  offer: { id: string; amount: string };
  asking: string;
  name: string;
}

/** Answers an offer with another amount. */
export function CounterDialog({ offer, asking, name, onDone, ...dialog }: CounterProps) {
  const [draft, setDraft] = useState({ amount: '', note: '' });
  const onFailed = useStepFailed();
  const { mutate, isPending, error } = trpc.deals.respondToOffer.useMutation({
    onSuccess: (result) => onDone(dealTexts.counter, result),
    onError: onFailed,
  });
  return (
    <StepForm
      {...dialog}
      title="Counteroffer"
      submit={{ label: 'Send counteroffer', busyLabel: 'Sending...' }}
      isBusy={isPending}
      missing={!isOfferable(draft) && 'Enter an amount first'}
      onSubmit={() => mutate({ offerId: offer.id, answer: 'counter', amount: draft.amount })}
    >
      <Text c="dimmed">
        {name} offers {formatPrice(offer.amount)}. The asking price is {formatPrice(asking)}.
      </Text>
      <OfferFields
        asking={asking}
        draft={draft}
        setDraft={setDraft}
        problem={fieldIssues(error)[0]?.message}
        isBusy={isPending}
      />
    </StepForm>
  );
}

import { Text } from '@mantine/core';
import { useState } from 'react';
import { offerLastsHours } from '@marketplace/shared/deals/constants';
import type { OfferResultView } from '@marketplace/shared/deals/views';
import { formatPrice } from '@marketplace/shared/money';
import { dealTexts } from '@marketplace/shared/outcomes/deals';
import { fieldIssues } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { useClientId } from '../../../api/use-client-id.ts';
import { useStepFailed } from '../use-acts.ts';
import { isOfferable, OfferFields } from './OfferFields.tsx';
import { type DialogProps, StepForm } from './StepForm.tsx';

interface Props extends Omit<DialogProps, 'onDone'> {
  /** What the offer is for. An offer for a listing without a chat starts one. */
  about: { conversationId: string } | { listingId: string };
  /** The other person's offer that this one answers. */
  countered?: { id: string; amount: string };
  asking: string;
  name: string;
  onDone: (done: string, result: OfferResultView) => void;
}

/** The dialog that makes an offer or a counteroffer. */
export function OfferDialog({ about, countered, asking, name, onDone, ...dialog }: Props) {
  const [draft, setDraft] = useState({ amount: '', note: '' });
  const [clientId, renewId] = useClientId();
  const onError = useStepFailed();
  const done = (text: string) => (result: OfferResultView) => {
    renewId();
    onDone(text, result);
  };
  const make = trpc.deals.makeOffer.useMutation({ onSuccess: done(dealTexts.offer), onError });
  const counter = trpc.deals.respondToOffer.useMutation({
    onSuccess: done(dealTexts.counter),
    onError,
  });
  const { isPending, error } = countered ? counter : make;
  const { amount } = draft;
  const submit = () => {
    const note = draft.note.trim() || undefined;
    if (countered) counter.mutate({ offerId: countered.id, answer: 'counter', amount, clientId });
    else make.mutate({ ...about, amount, note, clientId });
  };
  return (
    <StepForm
      {...dialog}
      title={countered ? 'Counteroffer' : 'Make an offer'}
      submit={{ label: countered ? 'Send counteroffer' : 'Send offer', busyLabel: 'Sending...' }}
      isBusy={isPending}
      missing={!isOfferable(draft) && 'Enter an amount first'}
      onSubmit={submit}
    >
      <Text c="dimmed">
        {countered
          ? `${name} offers ${formatPrice(countered.amount)}. The asking price is ${formatPrice(asking)}.`
          : `${name} is asking ${formatPrice(asking)}. Your offer is open for ${offerLastsHours} hours; if it's accepted, this is reserved for you.`}
      </Text>
      <OfferFields
        asking={asking}
        draft={draft}
        setDraft={setDraft}
        problem={fieldIssues(error)[0]?.message}
        isBusy={isPending}
        withNote={!countered}
      />
    </StepForm>
  );
}

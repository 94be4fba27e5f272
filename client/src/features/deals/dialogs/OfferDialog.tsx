import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { offerLastsHours, offerNoteMaxLength } from '@marketplace/shared/deals/constants';
import type { OfferResultView } from '@marketplace/shared/deals/views';
import { formatPrice } from '@marketplace/shared/money';
import { dealTexts } from '@marketplace/shared/outcomes/deals';
import { canonicalPrice, readPrice, shortPrice } from '@marketplace/shared/typed-price';
import { fieldIssues } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { OnDone } from '../use-deal-actions.ts';
import { Choices } from './Choices.tsx';
import { type DialogProps, StepForm, useStepCallbacks } from './StepForm.tsx';

interface Props extends Omit<DialogProps, 'onDone'> {
  /** The subject of the offer. An offer for a listing without a chat starts one. */
  about: { conversationId: string } | { listingId: string };
  /** The other person's offer that this one answers. */
  countered?: { id: string; amount: string };
  asking: string;
  name: string;
  onDone: OnDone<OfferResultView>;
}

/** The dialog that makes an offer or a counteroffer. */
export function OfferDialog({ about, countered, asking, name, onDone, ...dialog }: Props) {
  const [draft, setDraft] = useState({ amount: '', note: '' });
  const { clientId, callbacks } = useStepCallbacks(onDone);
  const make = trpc.deals.makeOffer.useMutation(callbacks(dealTexts.offer));
  const counter = trpc.deals.respondToOffer.useMutation(callbacks(dealTexts.counter));
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
      missing={!isOfferable(amount) && 'Enter an amount first'}
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

interface OfferDraft {
  amount: string;
  note: string;
}

interface FieldsProps {
  asking: string;
  draft: OfferDraft;
  setDraft: (draft: OfferDraft) => void;
  /** The server's error message about the amount. */
  problem: string | undefined;
  isBusy: boolean;
  /** False for a counteroffer, which has no note. */
  withNote: boolean;
}

/** The fields of an offer: an amount, with common ones to choose from, and a note. */
function OfferFields({ asking, draft, setDraft, problem, isBusy, withNote }: FieldsProps) {
  const { price: amount, problem: misread } = readPrice(draft.amount);
  return (
    <Stack gap="md">
      <Stack gap="xs">
        <TextInput
          label="Amount"
          leftSection="$"
          inputMode="decimal"
          autoComplete="off"
          size="md"
          data-autofocus
          value={draft.amount}
          readOnly={isBusy}
          error={problem ?? (draft.amount.trim() !== '' && misread)}
          onChange={(event) => setDraft({ ...draft, amount: event.currentTarget.value })}
          onBlur={() => setDraft({ ...draft, amount: shortPrice(draft.amount) ?? draft.amount })}
        />
        <Choices
          label="Quick amounts"
          choices={quickAmounts(asking)}
          value={amount}
          onChange={(value) => setDraft({ ...draft, amount: shortPrice(value) ?? value })}
          isBusy={isBusy}
        />
      </Stack>
      {withNote && (
        <Textarea
          label="Note (optional)"
          placeholder="Say when you could pick it up"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={offerNoteMaxLength}
          value={draft.note}
          readOnly={isBusy}
          onChange={(event) => setDraft({ ...draft, note: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}

/** Returns true if the amount is a price above zero. */
export function isOfferable(amount: string): boolean {
  const price = canonicalPrice(amount);
  return price !== null && price !== '0.00';
}

/** Returns common offers: the asking price, and 10 and 20 percent less, as round amounts. */
export function quickAmounts(asking: string): { value: string; label: string }[] {
  const price = Number(asking);
  const amounts = [
    { name: 'Asking', value: asking },
    { name: '−10%', value: rounded(price * 0.9) },
    { name: '−20%', value: rounded(price * 0.8) },
  ];
  const seen = new Set<string>(['0.00']);
  return amounts
    .filter(({ value }) => !seen.has(value) && seen.add(value))
    .map(({ name, value }) => ({ value, label: `${name} · ${formatPrice(value)}` }));
}

/** Rounds to 1, 5, 10 or 50 dollars, depending on the size, and below 5 dollars to 25 cents. */
function rounded(amount: number): string {
  const unit = amount < 5 ? 0.25 : amount < 100 ? 1 : amount < 500 ? 5 : amount < 2000 ? 10 : 50;
  return canonicalPrice((Math.round(amount / unit) * unit).toFixed(2)) ?? '0.00';
}

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
import { Choices, type DialogProps, StepForm, useStepCallbacks } from './StepForm.tsx';

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
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState('');
  const done = countered ? dealTexts.counter : dealTexts.offer;
  const { clientId, callbacks } = useStepCallbacks(done, onDone);
  const make = trpc.deals.makeOffer.useMutation(callbacks);
  const counter = trpc.deals.respondToOffer.useMutation(callbacks);
  const { isPending, error } = countered ? counter : make;
  const { price, problem } = readPrice(amount);
  const submit = () => {
    if (countered) counter.mutate({ offerId: countered.id, answer: 'counter', amount, clientId });
    else make.mutate({ ...about, amount, note: note.trim() || undefined, clientId });
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
      <Stack gap="xs">
        <TextInput
          label="Amount"
          leftSection="$"
          inputMode="decimal"
          autoComplete="off"
          size="md"
          data-autofocus
          value={amount}
          readOnly={isPending}
          error={fieldIssues(error)[0]?.message ?? (amount.trim() !== '' && problem)}
          onChange={(event) => setAmount(event.currentTarget.value)}
          onBlur={() => setAmount(shortPrice(amount) ?? amount)}
        />
        <Choices
          label="Quick amounts"
          choices={quickAmounts(asking)}
          value={price}
          onChange={(value) => setAmount(shortPrice(value) ?? value)}
          isBusy={isPending}
        />
      </Stack>
      {!countered && (
        <Textarea
          label="Note (optional)"
          placeholder="Say when you could pick it up"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={offerNoteMaxLength}
          value={note}
          readOnly={isPending}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
    </StepForm>
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

import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken } from '@tanstack/react-query';
import type { PriceGuideView } from '@marketplace/shared/listings/views';
import { formatPrice } from '@marketplace/shared/money';
import { isVisible } from '@marketplace/shared/plain-text';
import { shortPrice } from '@marketplace/shared/typed-price';
import { trpc } from '../../../api/trpc.ts';
import type { ListingValues } from './draft.ts';
import type { ListingForm } from './listing-form.ts';
import classes from './ListingSteps.module.css';

/** The price, with what similar listings cost. Screen readers read that with the field's name. */
export function PriceField({ form }: Pick<ListingForm, 'form'>) {
  const isWanted = form.values.kind === 'wanted';
  const guide = usePriceGuide(form.values);
  const { onBlur, ...field } = form.getInputProps('price');
  return (
    <TextInput
      label={isWanted ? 'Budget' : 'Price'}
      // Without any text, there would be no element that reserves the space.
      description={isWanted ? 'The most you would pay.' : (guide ?? ' ')}
      classNames={{ description: classes.guide }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
      withAsterisk
      className="numbers"
      leftSection="$"
      {...field}
      onBlur={(event) => {
        onBlur?.(event);
        // Shows the price in its shortest form. Leaving an untouched field must start no draft.
        const price = shortPrice(form.values.price);
        if (price !== null && price !== form.values.price) form.setFieldValue('price', price);
      }}
    />
  );
}

/** Returns what listings like an offer cost, once it has a title and a category. */
function usePriceGuide({ kind, title: typed, category, condition }: ListingValues) {
  const [title] = useDebouncedValue(typed, 500);
  const isAsked = kind === 'offer' && category !== '' && isVisible(typed) && isVisible(title);
  const { data } = trpc.listings.priceGuide.useQuery(
    isAsked ? { title, category, condition } : skipToken,
    { placeholderData: keepPreviousData, staleTime: 60_000 },
  );
  return isAsked && data ? guideText(data) : undefined;
}

function guideText({ low, high, count, sold }: PriceGuideView): string {
  // A price of a few cents must not become 'Free'.
  const [from, to] = [low, high].map((price) =>
    formatPrice(String(Math.max(1, Math.round(Number(price))))),
  );
  const range = from === to ? `about ${from}` : `${from} to ${to}`;
  return `Similar ${sold ? 'sold for' : 'listings ask'} ${range}, from ${count} listings.`;
}

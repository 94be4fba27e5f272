import { TextInput, type TextInputProps } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import { IconMapPin } from '../../../ui/icons/listing-icons.tsx';
import { suggestedPlaces } from '../../../ui/suggested-places.tsx';
import type { ListingForm } from './listing-form.ts';
import type { LocationAutocomplete } from '../../../ui/LocationAutocomplete.tsx';

interface Props {
  listingForm: ListingForm;
  /** True to load the suggestions. */
  suggests: boolean;
}

/**
 * The field for a town of the region. It suggests towns from the second letter and after a
 * misspelling, and is checked when it loses the focus. It is a plain text field until `suggests`,
 * because the suggestions need a lot of code.
 */
export function LocationField({ listingForm: { form, kind, isNew }, suggests }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [Suggesting, setSuggesting] = useState<typeof LocationAutocomplete | null>(null);
  useEffect(() => {
    if (!suggests) return;
    void import('../../../ui/LocationAutocomplete.tsx').then(({ LocationAutocomplete }) =>
      keepFocus(input, () => setSuggesting(() => LocationAutocomplete)),
    );
  }, [suggests]);
  // Delayed, because the message would move a button while the user presses it.
  const { start: checkLocation } = useTimeout(() => form.validateField('location'), 250);
  const change = (value: string) => {
    form.setFieldValue('location', value);
    if (value.trim() === '') form.validateField('location');
  };
  const value = form.values.location;
  const props = form.getInputProps('location');
  const isRequired = kind === 'dialog';
  const help = isNew
    ? 'Leave empty to list for the whole Capital Region.'
    : 'Leave empty to show no location.';
  const field = {
    ...props,
    ref: input,
    label: isRequired ? 'Location' : 'Location (optional)',
    placeholder: 'Town or city',
    withAsterisk: isRequired,
    leftSection: <IconMapPin size={18} stroke={1.75} aria-hidden />,
    value,
    description:
      meaning(value, Boolean(props.error), change) ??
      (props.error ? undefined : isRequired ? 'Buyers search by town.' : help),
    inputWrapperOrder: ['label', 'input', 'error', 'description'],
    autoComplete: 'off',
    onBlur: checkLocation,
  } satisfies TextInputProps;
  if (Suggesting) return <Suggesting {...field} onChange={change} />;
  return (
    <TextInput {...field} {...closed} onChange={(event) => change(event.currentTarget.value)} />
  );
}

/** The attributes of the suggesting field while it shows no suggestions. */
const closed = { role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': false } as const;

/** Replaces a field, and moves its focus and caret to the new one. */
function keepFocus(input: RefObject<HTMLInputElement | null>, replace: () => void) {
  const before = input.current;
  const caret = [before?.selectionStart ?? null, before?.selectionEnd ?? null] as const;
  const focused = before !== null && document.activeElement === before;
  flushSync(replace);
  if (!focused) return;
  input.current?.focus({ preventScroll: true });
  input.current?.setSelectionRange(...caret);
}

/** Returns the stored form of a location if it differs, or what a refused one may mean. */
function meaning(value: string, refused: boolean, onChange: (value: string) => void) {
  if (value.trim() === '') return undefined;
  const match = matchLocation(value);
  if (match.ok) return match.canonical === value.trim() ? undefined : `Shown as ${match.canonical}`;
  return refused ? suggestedPlaces(match, onChange) : undefined;
}

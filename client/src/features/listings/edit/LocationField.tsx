import { Anchor, TextInput, type TextInputProps } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconMapPin } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import { texts } from '@marketplace/shared/texts';
import type { ListingForm, ListingFormKind } from './listing-form.ts';
import type { LocationAutocomplete } from './LocationAutocomplete.tsx';

interface Props {
  listingForm: ListingForm;
  disabled: boolean;
}

/**
 * A town of the region, suggested from the second letter, and after a misspelling; checked when the
 * field is left. A plain field until the form is first touched, because the suggestions take a lot of
 * code.
 */
export function LocationField({ listingForm: { form, kind, isNew }, disabled }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [Suggesting, setSuggesting] = useState<typeof LocationAutocomplete | null>(null);
  useFirstTouch(input, async () => {
    const loaded = await import('./LocationAutocomplete.tsx');
    keepFocus(input, () => setSuggesting(() => loaded.LocationAutocomplete));
  });
  // Delayed, as the message would move a button that is being pressed.
  const { start: checkLocation } = useTimeout(() => form.validateField('location'), 250);
  const change = (value: string) => {
    form.setFieldValue('location', value);
    if (kind === 'dialog' && value.trim() === '') {
      form.setFieldError('location', texts.locationRequired);
    }
  };
  const value = form.values.location;
  const props = form.getInputProps('location');
  const field = {
    ...props,
    ref: input,
    label: kind === 'dialog' ? 'Location' : 'Location (optional)',
    placeholder: 'Town or city',
    withAsterisk: kind === 'dialog',
    leftSection: <IconMapPin size={18} stroke={1.75} aria-hidden />,
    value,
    description:
      meaning(value, Boolean(props.error), change) ??
      (props.error ? undefined : locationHelp(kind, isNew)),
    inputWrapperOrder: ['label', 'input', 'error', 'description'],
    autoComplete: 'off',
    disabled,
    onBlur: checkLocation,
  } satisfies TextInputProps;
  if (Suggesting) return <Suggesting {...field} onChange={change} />;
  return (
    <TextInput
      {...field}
      {...closedCombobox}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function locationHelp(kind: ListingFormKind, isNew: boolean): string {
  if (kind === 'dialog') return 'Buyers search by town.';
  return isNew ? 'Leave empty for the whole Capital Region.' : 'Leave empty to show no location.';
}

/** Attributes of the suggesting field while it shows no suggestions. */
const closedCombobox = {
  role: 'combobox',
  'aria-haspopup': 'listbox',
  'aria-expanded': false,
} as const;

/** Calls back once, when the form around the field is first pointed at or focused. */
function useFirstTouch(input: RefObject<HTMLInputElement | null>, onTouch: () => Promise<void>) {
  const touch = useEffectEvent(onTouch);
  useEffect(() => {
    const untouched = new AbortController();
    const listener = () => {
      untouched.abort();
      void touch();
    };
    for (const type of ['focusin', 'pointerover']) {
      input.current?.form?.addEventListener(type, listener, { signal: untouched.signal });
    }
    return () => untouched.abort();
  }, [input]);
}

/** Replaces a field and moves its focus and caret to the new one. */
function keepFocus(input: RefObject<HTMLInputElement | null>, replace: () => void) {
  const before = input.current;
  const caret = [before?.selectionStart ?? null, before?.selectionEnd ?? null] as const;
  const focused = before !== null && document.activeElement === before;
  flushSync(replace);
  if (!focused) return;
  input.current?.focus({ preventScroll: true });
  input.current?.setSelectionRange(...caret);
}

/** The location as it will be stored where that differs, or the town a refused one may mean. */
function meaning(value: string, refused: boolean, onChange: (value: string) => void) {
  if (value.trim() === '') return undefined;
  const match = matchLocation(value);
  if (match.ok) return match.canonical === value.trim() ? undefined : `Shown as ${match.canonical}`;
  const { suggestion } = match;
  if (!refused || !suggestion) return undefined;
  return (
    <>
      Did you mean{' '}
      <Anchor
        component="button"
        type="button"
        inherit
        underline="always"
        onClick={() => onChange(suggestion)}
      >
        {suggestion}
      </Anchor>
      ?
    </>
  );
}

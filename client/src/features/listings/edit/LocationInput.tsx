import { Anchor, TextInput, type TextInputProps } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import type { LocationAutocomplete } from './LocationAutocomplete.tsx';

interface Props extends Pick<
  TextInputProps,
  'label' | 'withAsterisk' | 'description' | 'error' | 'disabled' | 'onBlur'
> {
  value: string;
  onChange: (value: string) => void;
}

/**
 * A town of the region, suggested from the second letter; one that is refused may be a misspelt one.
 * The field is a plain one until the form is first touched: what suggests weighs much.
 */
export function LocationInput({ value, onChange, description, error, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [Suggesting, setSuggesting] = useState<typeof LocationAutocomplete | null>(null);
  useFirstTouch(input, async () => {
    const loaded = await import('./LocationAutocomplete.tsx');
    keepFocus(input, () => setSuggesting(() => loaded.LocationAutocomplete));
  });
  const field = {
    ...props,
    ref: input,
    placeholder: 'Town or city',
    leftSection: <IconMapPin size={18} stroke={1.75} aria-hidden />,
    value,
    error,
    description: meaning(value, Boolean(error), onChange) ?? description,
    inputWrapperOrder: ['label', 'input', 'error', 'description'],
    autoComplete: 'off',
  } satisfies TextInputProps;
  if (Suggesting) return <Suggesting {...field} onChange={onChange} />;
  return (
    <TextInput
      {...field}
      {...closedCombobox}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** What the field that suggests says of itself as long as it shows nothing. */
const closedCombobox = {
  role: 'combobox',
  'aria-haspopup': 'listbox',
  'aria-expanded': false,
} as const;

/** Calls back once, when the form around the field is first pointed at or has the focus. */
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

/** Replaces a field. The new one takes over the focus, with the caret where it was. */
function keepFocus(input: RefObject<HTMLInputElement | null>, replace: () => void) {
  const before = input.current;
  const caret = [before?.selectionStart ?? null, before?.selectionEnd ?? null] as const;
  const focused = before !== null && document.activeElement === before;
  flushSync(replace);
  if (!focused) return;
  input.current?.focus({ preventScroll: true });
  input.current?.setSelectionRange(...caret);
}

/** How a location will be stored where that differs, or what a refused one may have meant. */
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

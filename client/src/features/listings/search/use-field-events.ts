import { type RefObject, useEffect, useEffectEvent } from 'react';

const fieldEvents = ['keydown', 'input', 'focus', 'click', 'blur'] as const;

type Listeners = {
  [Name in (typeof fieldEvents)[number]]: (event: HTMLElementEventMap[Name]) => void;
} & { submit: () => void };

/**
 * Listens to events of a field and its form before React does, so that a key for the list does
 * nothing else.
 */
export function useFieldEvents(
  input: RefObject<HTMLInputElement | null>,
  listeners: Listeners,
): void {
  const onEvent = useEffectEvent((event: Event) => {
    (listeners[event.type as 'keydown'] as (event: Event) => void)(event);
  });
  useEffect(() => {
    const field = input.current;
    const form = field?.form;
    const listener = (event: Event) => onEvent(event);
    for (const type of fieldEvents) field?.addEventListener(type, listener);
    form?.addEventListener('submit', listener);
    return () => {
      for (const type of fieldEvents) field?.removeEventListener(type, listener);
      form?.removeEventListener('submit', listener);
    };
  }, [input]);
}

import { type SyntheticEvent, useState } from 'react';

/**
 * The address of the link that the pointer or the focus is on, so that the same place can be marked
 * on the map and in the list. The handlers go on what holds both.
 */
export function usePlaceUnderPointer() {
  const [place, setPlace] = useState<string | null>(null);
  const enter = (event: SyntheticEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    setPlace(link?.getAttribute('href') ?? null);
  };
  const leave = () => setPlace(null);
  return {
    place,
    handlers: { onMouseOver: enter, onFocus: enter, onMouseLeave: leave, onBlur: leave },
  };
}

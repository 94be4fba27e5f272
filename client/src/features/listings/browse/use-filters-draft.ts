import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type ListingFilters, readFilters, readPrice } from './filters.ts';

export type ChangeFilters = (filters: ListingFilters, options?: { replace?: boolean }) => void;

/** What is typed; everything else is chosen. */
type Typed = Pick<ListingFilters, 'search' | 'minPrice' | 'maxPrice'>;

/** A pause in typing, in ms, after which it counts. */
const typingPause = 400;

/**
 * What is being typed, ahead of the address. It follows the address when that changes by other
 * means (back, a link), and not when the change is what was typed, which may already be older.
 */
export function useFiltersDraft(filters: ListingFilters, onChange: ChangeFilters) {
  const address = typedOf(filters);
  const [draft, setDraft] = useState(address);
  const [seen, setSeen] = useState(address);
  const [sent, setSent] = useState(address);
  // One step of the history for one time at a field, however often typing paused.
  const [stepMade, setStepMade] = useState(false);
  if (!same(address, seen)) {
    setSeen(address);
    if (!same(address, sent)) {
      setSent(address);
      setDraft(address);
      // After a step back, typing may not overwrite the step that was gone back to.
      setStepMade(false);
    }
  }
  const send = (next: Typed) => {
    const clean = cleanTyped(next, filters);
    setSent(clean);
    if (same(clean, address)) return;
    onChange({ ...filters, ...clean }, { replace: stepMade });
    setStepMade(true);
  };
  const sendLater = useDebouncedCallback(send, typingPause);
  const { pathname } = useLocation();
  // A step that is taken back before it is rendered changes no address that a render would see.
  const onBack = useEffectEvent(() => {
    if (location.pathname !== pathname) return;
    sendLater.cancel();
    const now = typedOf(readFilters(new URLSearchParams(location.search)));
    setSent(now);
    setDraft(now);
    setStepMade(false);
  });
  useEffect(() => {
    const listener = () => onBack();
    window.addEventListener('popstate', listener);
    return () => window.removeEventListener('popstate', listener);
  }, []);
  return {
    typed: draft,
    type: (change: Partial<Typed>) => {
      const next = { ...draft, ...change };
      setDraft(next);
      sendLater(next);
    },
    /** Takes a choice together with what was typed before it. */
    choose: (change: Partial<ListingFilters>) => {
      sendLater.cancel();
      const clean = cleanTyped(draft, filters);
      setSent(clean);
      onChange({ ...filters, ...clean, ...change });
    },
    submit: () => {
      sendLater.cancel();
      send(draft);
    },
    /** The focus left a field. */
    leave: () => {
      sendLater.flush();
      setStepMade(false);
    },
  };
}

/** As an address carries it. A price that is none yet leaves the one before. */
function cleanTyped(typed: Typed, before: Typed): Typed {
  return {
    search: typed.search.trim(),
    minPrice: readPrice(typed.minPrice) ?? before.minPrice,
    maxPrice: readPrice(typed.maxPrice) ?? before.maxPrice,
  };
}

function typedOf({ search, minPrice, maxPrice }: ListingFilters): Typed {
  return { search, minPrice, maxPrice };
}

function same(one: Typed, other: Typed): boolean {
  return (
    one.search === other.search &&
    one.minPrice === other.minPrice &&
    one.maxPrice === other.maxPrice
  );
}

import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { shortPrice } from '@marketplace/shared/money';
import { type ListingFilters, readFilters, writeFilters } from './filters.ts';

/** `replace` makes no step in the history: for typing, where each pause would be one. */
export type ChangeFilters = (filters: ListingFilters, options?: { replace?: boolean }) => void;

/** The filters in the page's address, so that back, reload and sharing keep them. */
export function useFilters(): readonly [ListingFilters, ChangeFilters] {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const setFilters: ChangeFilters = useCallback(
    (next, options) => setParams(writeFilters(next), { ...options, preventScrollReset: true }),
    [setParams],
  );
  return [filters, setFilters];
}

/** The filters that are typed; the others are chosen. */
type Typed = Pick<ListingFilters, 'search' | 'minPrice' | 'maxPrice' | 'exclude'>;

/** A pause in typing, in ms, after which the filters change. */
const typingPause = 400;

/**
 * The text being typed, ahead of the address. It follows the address when that changes by other means
 * (back, a link), but not when the change is what was typed, which may already be outdated.
 */
export function useFiltersDraft(filters: ListingFilters, onChange: ChangeFilters) {
  const address = typedOf(filters);
  const [draft, setDraft] = useState(address);
  const [seen, setSeen] = useState(address);
  const [sent, setSent] = useState(address);
  // One step in the history for each visit of a field, however often typing paused.
  const [stepMade, setStepMade] = useState(false);
  if (!isSame(address, seen)) {
    setSeen(address);
    if (!isSame(address, sent)) {
      setSent(address);
      setDraft(address);
      // After a step back, typing must not overwrite that step.
      setStepMade(false);
    }
  }
  const send = (next: Typed) => {
    const clean = cleanTyped(next, filters);
    setSent(clean);
    if (isSame(clean, address)) return;
    // The address already has a choice that is not rendered yet.
    onChange({ ...addressFilters(), ...clean }, { replace: stepMade });
    setStepMade(true);
  };
  const sendLater = useDebouncedCallback(send, typingPause);
  const { pathname } = useLocation();
  // A step that is taken back before it is rendered changes no address that a render would see.
  const onBack = useEffectEvent(() => {
    if (location.pathname !== pathname) return;
    sendLater.cancel();
    const now = typedOf(addressFilters());
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
    /** Applies a choice together with what was typed before it. */
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
    /** For when the focus leaves a field. */
    leave: () => {
      sendLater.flush();
      setStepMade(false);
      // A price is shown as it was read.
      setDraft((typed) => cleanTyped(typed, typed));
    },
  };
}

export type FiltersDraft = ReturnType<typeof useFiltersDraft>;

/** Typed text as an address has it. An unfinished price keeps the one before. */
function cleanTyped(typed: Typed, before: Typed): Typed {
  return {
    search: typed.search.trim(),
    exclude: typed.exclude.trim(),
    minPrice: shortPrice(typed.minPrice) ?? before.minPrice,
    maxPrice: shortPrice(typed.maxPrice) ?? before.maxPrice,
  };
}

function addressFilters(): ListingFilters {
  return readFilters(new URLSearchParams(location.search));
}

function typedOf({ search, minPrice, maxPrice, exclude }: ListingFilters): Typed {
  return { search, minPrice, maxPrice, exclude };
}

function isSame(one: Typed, other: Typed): boolean {
  const names = ['search', 'minPrice', 'maxPrice', 'exclude'] as const;
  return names.every((name) => one[name] === other[name]);
}

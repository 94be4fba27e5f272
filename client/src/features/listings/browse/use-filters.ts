import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { UnderstoodView } from '@marketplace/shared/listings/views';
import { shortPlainPrice } from '@marketplace/shared/money';
import { type ListingFilters, readFilters, withUnderstood, writeFilters } from './filters.ts';

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

export interface DraftedFilters {
  /** The filters in the address, with the search as typed. */
  given: ListingFilters;
  /** How that search was understood, once it is known. */
  understood: UnderstoodView | undefined;
  onChange: ChangeFilters;
}

/**
 * The text being typed, ahead of the address. Each field follows the address when that changes by other means
 * (back, a link), but not when the change is what was typed, which may already be outdated. The fields of prices
 * and of words to leave out also follow what was read from the search.
 */
export function useFiltersDraft({ given, understood, onChange }: DraftedFilters) {
  const address = { ...typedOf(withUnderstood(given, understood)), search: given.search };
  const [draft, setDraft] = useState(address);
  const [seen, setSeen] = useState(address);
  const [sent, setSent] = useState(address);
  // One step in the history for each visit of a field, however often typing paused.
  const [stepMade, setStepMade] = useState(false);
  if (!isSame(address, seen)) {
    setSeen(address);
    const moved = changesOf(changesOf(address, seen), sent);
    setSent({ ...sent, ...moved });
    setDraft({ ...draft, ...moved });
    // After a step back, typing must not overwrite that step.
    if ('search' in moved) setStepMade(false);
  }
  // New words are read anew. Otherwise, what was read from the words becomes filters in the address.
  const changed = (now: ListingFilters, change: Partial<ListingFilters>): ListingFilters => {
    if ('search' in change) return { ...now, literal: '', ...change };
    return {
      ...withUnderstood(now, now.search === given.search ? understood : undefined),
      ...change,
    };
  };
  const send = (next: Typed) => {
    const clean = cleanTyped(next, address);
    setSent(clean);
    if (isSame(clean, address)) return;
    // The address already has a choice that is not rendered yet.
    onChange(changed(addressFilters(), changesOf(clean, address)), { replace: stepMade });
    setStepMade(true);
  };
  const sendLater = useDebouncedCallback(send, typingPause);
  const { pathname } = useLocation();
  // A step that is taken back before it is rendered changes no address that a render would see.
  const onBack = useEffectEvent(() => {
    if (location.pathname !== pathname) return;
    sendLater.cancel();
    const now = { ...address, ...changesOf(typedOf(addressFilters()), typedOf(given)) };
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
      const clean = cleanTyped(draft, address);
      setSent(clean);
      onChange(changed(given, { ...changesOf(clean, address), ...change }));
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
    minPrice: shortPlainPrice(typed.minPrice) ?? before.minPrice,
    maxPrice: shortPlainPrice(typed.maxPrice) ?? before.maxPrice,
  };
}

function addressFilters(): ListingFilters {
  return readFilters(new URLSearchParams(location.search));
}

function typedOf({ search, minPrice, maxPrice, exclude }: ListingFilters): Typed {
  return { search, minPrice, maxPrice, exclude };
}

/** Returns the fields that differ from others. */
function changesOf(fields: Partial<Typed>, others: Typed): Partial<Typed> {
  const entries = Object.entries(fields) as [keyof Typed, string][];
  return Object.fromEntries(entries.filter(([name, value]) => value !== others[name]));
}

function isSame(one: Typed, other: Typed): boolean {
  return Object.keys(changesOf(one, other)).length === 0;
}

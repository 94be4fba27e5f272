import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  type ListingFilters,
  readFilters,
  withUnderstood,
} from '@marketplace/shared/listings/filters';
import type { FacetsView, UnderstoodView } from '@marketplace/shared/listings/views';
import { shortPlainPrice } from '@marketplace/shared/money';

/** Typing sets `replace`, so that its pauses do not each add a history entry. */
export type ChangeFilters = (filters: ListingFilters, options?: { replace?: boolean }) => void;

/** The filters that the user types. All others are chosen. */
type Typed = Pick<ListingFilters, 'search' | 'minPrice' | 'maxPrice' | 'exclude'>;

export interface DraftedFilters {
  /** The filters in the address, with the search as typed. */
  given: ListingFilters;
  /** How the server understood the search; undefined until it answers. */
  understood: UnderstoodView | undefined;
  onChange: ChangeFilters;
}

/**
 * Holds the text being typed, which is ahead of the address. Each field follows the address when it
 * changes by other means (the back button, a link), but not when the change is the typed text,
 * which may be outdated. The fields of prices and of excluded words also follow the filters
 * understood from the search.
 */
export function useFiltersDraft({ given, understood, onChange }: DraftedFilters) {
  const address = { ...typedOf(withUnderstood(given, understood)), search: given.search };
  const [draft, setDraft] = useState(address);
  const [seen, setSeen] = useState(address);
  const [sent, setSent] = useState(address);
  // Each visit to a field adds one history entry, however often typing paused.
  const [stepMade, setStepMade] = useState(false);
  if (!isSame(address, seen)) {
    setSeen(address);
    const moved = changesOf(changesOf(address, seen), sent);
    setSent({ ...sent, ...moved });
    setDraft({ ...draft, ...moved });
    // After the user goes back, typing must not overwrite that history entry.
    if ('search' in moved) setStepMade(false);
  }
  // The server reads new words again. Any other change makes explicit what it understood before.
  const changed = (now: ListingFilters, change: Partial<ListingFilters>): ListingFilters => {
    if ('search' in change) return { ...now, literal: '', ...change };
    const isSearched = now.search === given.search;
    return { ...withUnderstood(now, isSearched ? understood : undefined), ...change };
  };
  const send = (next: Typed) => {
    const clean = cleanTyped(next, address);
    setSent(clean);
    if (isSame(clean, address)) return;
    // The address may have a choice that is not rendered yet.
    onChange(changed(addressFilters(), changesOf(clean, address)), { replace: stepMade });
    setStepMade(true);
  };
  // Typed filters apply after a pause of 400 ms.
  const sendLater = useDebouncedCallback(send, 400);
  const { pathname } = useLocation();
  // If the user goes back before a change is rendered, no render sees a changed address.
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
    /** Applies a choice together with the text typed before it. */
    choose: (change: Partial<ListingFilters>) => {
      sendLater.cancel();
      const next = typedOf({ ...given, ...draft, ...change });
      const clean = cleanTyped(next, address);
      // If the choice returns to the address before a change is rendered, no render sees a changed
      // address, and the fields would keep the text from between.
      setDraft(next);
      setSent(clean);
      setStepMade(false);
      onChange(changed(given, { ...changesOf(clean, address), ...change }));
    },
    submit: () => {
      sendLater.cancel();
      send(draft);
    },
    /** Applies the typed text when the focus leaves a field. */
    leave: () => {
      sendLater.flush();
      setStepMade(false);
      // Shows prices in their shortest form.
      setDraft((typed) => cleanTyped(typed, typed));
    },
  };
}

/** The props that the parts of the filter bar share. */
export interface FilterProps {
  /** Path of the page without filters. The form submits to it without JavaScript. */
  action: string;
  filters: ListingFilters;
  /** Undefined until the listings are counted. */
  facets: FacetsView | undefined;
  draft: ReturnType<typeof useFiltersDraft>;
}

/** Returns typed text in the form of an address. An unreadable price becomes the one before. */
function cleanTyped(typed: Typed, before: Typed): Typed {
  return {
    search: typed.search.trim(),
    exclude: typed.exclude.trim(),
    minPrice: shortPlainPrice(typed.minPrice) ?? before.minPrice,
    maxPrice: shortPlainPrice(typed.maxPrice) ?? before.maxPrice,
  };
}

const addressFilters = () => readFilters(new URLSearchParams(location.search));

function typedOf({ search, minPrice, maxPrice, exclude }: ListingFilters): Typed {
  return { search, minPrice, maxPrice, exclude };
}

/** Returns the fields that differ from those in `others`. */
function changesOf(fields: Partial<Typed>, others: Typed): Partial<Typed> {
  const entries = Object.entries(fields) as [keyof Typed, string][];
  return Object.fromEntries(entries.filter(([name, value]) => value !== others[name]));
}

const isSame = (one: Typed, other: Typed) => Object.keys(changesOf(one, other)).length === 0;

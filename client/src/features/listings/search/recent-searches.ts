import { useReducer } from 'react';
import { attempt } from '../../../ui/attempt.ts';

const key = 'recent-searches';

/** How many searches are stored. */
const most = 8;

interface Stored {
  /** Null for a visitor. */
  owner: string | null;
  searches: string[];
}

/** Returns the recent searches of `owner` with functions to change them. */
export function useRecentSearches(owner: string | null) {
  const [, rerender] = useReducer((version: number) => version + 1, 0);
  return {
    // Read at each render, because another field or tab may have changed them.
    searches: readRecentSearches(owner),
    add: (search: string) => addRecentSearch(owner, search),
    remove(search: string) {
      removeRecentSearch(owner, search);
      rerender();
    },
    clear() {
      clearRecentSearches();
      rerender();
    },
  };
}

/** Returns the searches of `owner` in this browser, newest first, and no other account's. */
export function readRecentSearches(owner: string | null): string[] {
  const stored = attempt(() => JSON.parse(localStorage.getItem(key) ?? 'null') as Stored | null);
  if (!Array.isArray(stored?.searches)) return [];
  return stored.owner === null || stored.owner === owner ? stored.searches : [];
}

/** Adds a search as the newest. A visitor's earlier ones then belong to the account. */
export function addRecentSearch(owner: string | null, search: string): void {
  const text = search.trim();
  if (text === '') return;
  const others = readRecentSearches(owner).filter(
    (one) => one.toLowerCase() !== text.toLowerCase(),
  );
  store({ owner, searches: [text, ...others].slice(0, most) });
}

export function removeRecentSearch(owner: string | null, search: string): void {
  store({ owner, searches: readRecentSearches(owner).filter((one) => one !== search) });
}

/** Removes all searches. A sign-out calls it, so that the next person in this browser sees none. */
export function clearRecentSearches(): void {
  attempt(() => localStorage.removeItem(key));
}

function store(stored: Stored): void {
  attempt(() => localStorage.setItem(key, JSON.stringify(stored)));
}

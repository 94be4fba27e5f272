import { useState } from 'react';

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
  const [, setVersion] = useState(0);
  const change = (act: () => void) => {
    act();
    setVersion((version) => version + 1);
  };
  return {
    // Read at each render, because another field or tab may have changed them.
    searches: readRecentSearches(owner),
    add: (search: string) => addRecentSearch(owner, search),
    remove: (search: string) => change(() => removeRecentSearch(owner, search)),
    clear: () => change(clearRecentSearches),
  };
}

/** Returns the searches of `owner` in this browser, newest first, and no other account's. */
export function readRecentSearches(owner: string | null): string[] {
  const stored = read();
  return stored && (stored.owner === null || stored.owner === owner) ? stored.searches : [];
}

/** Adds a search as the newest. A visitor's earlier ones then belong to the account. */
export function addRecentSearch(owner: string | null, search: string): void {
  const text = search.trim();
  if (text === '') return;
  const others = readRecentSearches(owner).filter(
    (one) => one.toLowerCase() !== text.toLowerCase(),
  );
  write({ owner, searches: [text, ...others].slice(0, most) });
}

export function removeRecentSearch(owner: string | null, search: string): void {
  write({ owner, searches: readRecentSearches(owner).filter((one) => one !== search) });
}

/** Removes all searches. A sign-out calls it, so that the next person in this browser sees none. */
export function clearRecentSearches(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that forbids storage has stored none.
  }
}

function read(): Stored | null {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Stored | null;
    return Array.isArray(stored?.searches) ? stored : null;
  } catch {
    return null;
  }
}

function write(stored: Stored): void {
  try {
    localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // If storage is full or forbidden, the search is not stored.
  }
}

const key = 'recent-searches';

/** How many are kept. */
const most = 8;

interface Stored {
  /** Null for a visitor. */
  owner: string | null;
  searches: string[];
}

/** The searches that `owner` made in this browser, the last one first; none of another account. */
export function readRecentSearches(owner: string | null): string[] {
  const stored = read();
  return stored && (stored.owner === null || stored.owner === owner) ? stored.searches : [];
}

/** Puts a search first. What a visitor searched for before they signed in becomes theirs. */
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

/** Also for a sign-out: the next person in this browser sees none. */
export function clearRecentSearches(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that forbids storage kept none.
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
    // Full or forbidden: nothing is kept.
  }
}

import type { ListingValues } from './listing-form.ts';

const key = 'new-listing';

/** The browser's database in which the draft's pictures are. */
export const draftDatabase = 'new-listing';

interface Draft {
  /** Who typed it; null for a visitor, whose draft goes to whoever signs in next. */
  owner: string | null;
  values: Partial<ListingValues>;
}

/** The new listing that `owner` began in this browser, also before a closed tab; nothing of another account's. */
export function readDraft(owner: string | null): Partial<ListingValues> {
  const draft = stored();
  return draft && (draft.owner === null || draft.owner === owner) ? draft.values : {};
}

/** Keeps what is typed. Where the browser stores nothing, nothing is kept. */
export function saveDraft(owner: string | null, values: ListingValues): void {
  write({ owner, values });
}

/** Gives what a visitor typed to the account they signed in to. */
export function claimDraft(owner: string): void {
  const draft = stored();
  if (draft?.owner === null) write({ ...draft, owner });
}

/** Forgets the draft, its pictures too. */
export function clearDraft(): void {
  try {
    localStorage.removeItem(key);
    indexedDB.deleteDatabase(draftDatabase);
  } catch {
    // A browser that forbids storage kept nothing.
  }
}

function stored(): Draft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

function write(draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // A full or forbidden store costs the draft and nothing else.
  }
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'owner' in value &&
    'values' in value &&
    typeof value.values === 'object' &&
    value.values !== null
  );
}

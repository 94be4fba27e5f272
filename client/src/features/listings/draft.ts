import type { ListingValues } from './listing-form.ts';

const key = 'new-listing';

/** The new listing that was begun in this tab, or nothing. */
export function readDraft(): Partial<ListingValues> {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof draft === 'object' && draft !== null ? draft : {};
  } catch {
    return {};
  }
}

/** Keeps what is typed until the tab closes. Where the browser stores nothing, nothing is kept. */
export function saveDraft(values: ListingValues): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // A full or forbidden store costs the draft and nothing else.
  }
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}

import { createStore, del, get, set } from 'idb-keyval';
import type { ListingValues } from './listing-form.ts';

const key = 'new-listing';

const pictureStore = createStore('new-listing', 'pictures');
const pictureKey = 'chosen';

interface Owned {
  /** Null for a visitor. Their draft then belongs to the account that signs in next. */
  owner: string | null;
}

interface Draft extends Owned {
  values: Partial<ListingValues>;
}

interface DraftPictures extends Owned {
  files: File[];
}

/** Returns the new listing that `owner` began in this browser, and no other account's. */
export function readDraft(owner: string | null): Partial<ListingValues> {
  const draft = readStored();
  // Another release may have stored a different format.
  return (draft && isOf(draft, owner) && draft.values) || {};
}

/** Saves the typed values if the browser allows it. */
export function saveDraft(owner: string | null, values: ListingValues): void {
  write({ owner, values });
}

/** Moves a visitor's draft to the account they signed in to. */
export function claimDraft(owner: string): void {
  const draft = readStored();
  if (draft?.owner === null) write({ ...draft, owner });
}

/** Returns the pictures of `owner`'s draft. */
export async function readDraftPictures(owner: string | null): Promise<File[]> {
  try {
    const draft = await get<DraftPictures>(pictureKey, pictureStore);
    return draft && isOf(draft, owner) ? draft.files : [];
  } catch {
    // A browser that forbids storage has saved none.
    return [];
  }
}

/** Saves the pictures of a draft, replacing earlier ones. */
export async function saveDraftPictures(owner: string | null, files: File[]): Promise<void> {
  try {
    await set(pictureKey, { owner, files } satisfies DraftPictures, pictureStore);
  } catch {
    // If there is no room, the draft has no pictures.
  }
}

/** Deletes the draft and its pictures. */
export async function clearDraft(): Promise<void> {
  try {
    localStorage.removeItem(key);
    await del(pictureKey, pictureStore);
  } catch {
    // A browser that forbids storage has saved nothing.
  }
}

function isOf(draft: Owned, owner: string | null): boolean {
  return draft.owner === null || draft.owner === owner;
}

function readStored(): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

function write(draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // If storage is full or forbidden, there is no draft.
  }
}

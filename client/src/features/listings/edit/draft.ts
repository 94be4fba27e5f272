import { createStore, del, get, set } from 'idb-keyval';
import type { ListingValues } from './listing-form.ts';

const key = 'new-listing';

/** Opened when it is first used. */
const pictureStore = createStore('new-listing', 'pictures');
const pictureKey = 'chosen';

interface Owned {
  /** Null for a visitor, whose draft goes to the account that signs in next. */
  owner: string | null;
}

interface Draft extends Owned {
  values: Partial<ListingValues>;
}

interface DraftPictures extends Owned {
  files: File[];
}

/** The new listing that `owner` began in this browser, also before a closed tab; none of another account. */
export function readDraft(owner: string | null): Partial<ListingValues> {
  const draft = readStored();
  // What another release stored may have another form.
  return (draft && isOf(draft, owner) && draft.values) || {};
}

/** Saves what is typed, where the browser allows it. */
export function saveDraft(owner: string | null, values: ListingValues): void {
  write({ owner, values });
}

/** Gives what a visitor typed to the account they signed in to. */
export function claimDraft(owner: string): void {
  const draft = readStored();
  if (draft?.owner === null) write({ ...draft, owner });
}

/** The pictures of `owner`'s draft. */
export async function readDraftPictures(owner: string | null): Promise<File[]> {
  try {
    const draft = await get<DraftPictures>(pictureKey, pictureStore);
    return draft && isOf(draft, owner) ? draft.files : [];
  } catch {
    // A browser that forbids storage saved none.
    return [];
  }
}

/** Saves the pictures of a draft in place of those before. */
export async function saveDraftPictures(owner: string | null, files: File[]): Promise<void> {
  try {
    await set(pictureKey, { owner, files } satisfies DraftPictures, pictureStore);
  } catch {
    // Without room for them the draft has no pictures.
  }
}

/** Deletes the draft with its pictures. */
export async function clearDraft(): Promise<void> {
  try {
    localStorage.removeItem(key);
    await del(pictureKey, pictureStore);
  } catch {
    // A browser that forbids storage saved nothing.
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
    // Full or forbidden: typing goes on without a copy.
  }
}

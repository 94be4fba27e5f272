import { createStore, del, get, set } from 'idb-keyval';
import type { Category, Condition, ListingKind } from '@marketplace/shared/listings/constants';
import type { Detail } from '@marketplace/shared/listings/parse-details';

/** The values of a new listing. Its fields have the order of the form. */
export const blank = {
  kind: 'offer' as ListingKind,
  title: '',
  description: '',
  price: '',
  location: '',
  category: '' as Category | '',
  condition: 'good' as Condition,
  /** The rows as typed. Blank rows do not count. */
  details: [] as Detail[],
  isFeatured: false,
  isFirmPrice: false,
};

/** The values of the form, without its pictures. */
export type ListingValues = typeof blank;

const key = 'new-listing';

const pictureStore = createStore('new-listing', 'pictures');
const pictureKey = 'chosen';

/** `owner` is null for a visitor, whose draft belongs to the account that signs in next. */
type Owned<Content> = Content & { owner: string | null };
type Draft = Owned<{ values: Partial<ListingValues> }>;
type DraftPictures = Owned<{ files: File[] }>;

/** Returns the new listing that `owner` began in this browser, and no other account's. */
export function readDraft(owner: string | null): Partial<ListingValues> {
  const draft = readStored();
  if (!draft?.values || !isOf(draft, owner)) return {};
  // Leaves out what this release does not know, because an older one may have saved the draft.
  const fits = ([field, value]: [string, unknown]) =>
    field in blank &&
    typeof value === typeof blank[field as keyof ListingValues] &&
    Array.isArray(value) === Array.isArray(blank[field as keyof ListingValues]);
  return Object.fromEntries(Object.entries(draft.values).filter(fits));
}

/** Saves the typed values if the browser allows it. */
export function saveDraft(owner: string | null, values: Partial<ListingValues>): void {
  try {
    localStorage.setItem(key, JSON.stringify({ owner, values } satisfies Draft));
  } catch {
    // If storage is full or forbidden, there is no draft.
  }
}

/** Moves a visitor's draft to the account they signed in to. */
export function claimDraft(owner: string): void {
  const draft = readStored();
  if (draft?.owner === null) saveDraft(owner, draft.values);
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

function isOf(draft: Owned<object>, owner: string | null): boolean {
  return draft.owner === null || draft.owner === owner;
}

function readStored(): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

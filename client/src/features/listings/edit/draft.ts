import { createStore, del, get, set } from 'idb-keyval';
import type { Category, Condition, ListingKind } from '@marketplace/shared/listings/constants';
import type { DraftContent, DraftView } from '@marketplace/shared/listings/drafts';
import type { Detail } from '@marketplace/shared/listings/parse-details';
import { newId } from '../../../api/use-client-id.ts';
import { createStore as createValue } from '../../../ui/store.ts';

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
type Draft = Owned<{ values: Partial<ListingValues>; link?: DraftLink }>;
type DraftPictures = Owned<{ pictures: DraftPicture[] }>;

/** A photo of a draft: a file in this browser, its address on the server, or both. */
export interface DraftPicture {
  file: File | null;
  url: string | null;
}

/** The draft on the server as this browser last saw it, and the `clientId` that creates it. */
export interface DraftLink {
  base: DraftView | null;
  clientId: string;
}

/** Changes when another draft replaces the one in this browser. Forms then start over. */
export const draftReplaced = createValue(0);

export const newLink = (): DraftLink => ({ base: null, clientId: newId() });

export function readLink(owner: string | null): DraftLink {
  const draft = readStored();
  return (draft && isOf(draft, owner) && draft.link) || newLink();
}

export function saveLink(owner: string | null, link: DraftLink): void {
  store({ owner, values: readDraft(owner), link });
}

/** Returns the names of the fields in which two drafts differ. */
export function differences(one: DraftContent, other: DraftContent): (keyof DraftContent)[] {
  const initial: DraftContent = { ...blank, images: [] };
  const text = (draft: DraftContent, field: keyof DraftContent) =>
    JSON.stringify(draft[field] ?? initial[field]);
  return (Object.keys(initial) as (keyof DraftContent)[]).filter(
    (field) => text(one, field) !== text(other, field),
  );
}

/** Makes `content` the draft of this browser; `base` if the server has it. */
export async function replaceDraft(owner: string | null, content: DraftContent, base?: DraftView) {
  const { images = [], ...values } = content;
  store({ owner, values, link: { ...newLink(), base: base ?? null } });
  await saveDraftPictures(
    owner,
    images.map((url) => ({ file: null, url })),
  );
  draftReplaced.set(draftReplaced.get() + 1);
}

/** Deletes this browser's copy of a draft that was deleted on the server. */
export async function forgetDraft(owner: string | null, id: string): Promise<void> {
  if (readLink(owner).base?.id !== id) return;
  await clearDraft();
  draftReplaced.set(draftReplaced.get() + 1);
}

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
  const draft = readStored();
  const link = draft && isOf(draft, owner) ? draft.link : undefined;
  store({ owner, values, ...(link && { link }) });
}

function store(draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
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
export async function readDraftPictures(owner: string | null): Promise<DraftPicture[]> {
  try {
    const draft = await get<DraftPictures>(pictureKey, pictureStore);
    return draft?.pictures && isOf(draft, owner) ? draft.pictures : [];
  } catch {
    // A browser that forbids storage has saved none.
    return [];
  }
}

/** Saves the pictures of a draft, replacing earlier ones. */
export async function saveDraftPictures(
  owner: string | null,
  pictures: DraftPicture[],
): Promise<void> {
  try {
    await set(pictureKey, { owner, pictures } satisfies DraftPictures, pictureStore);
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

import type { Category, Condition, ListingKind } from '@marketplace/shared/listings/constants';
import type { DraftContent, DraftView } from '@marketplace/shared/listings/drafts';
import type { Detail } from '@marketplace/shared/listings/parse-details';
import { newId } from '../../../api/use-client-id.ts';
import { createStore as createValue } from '../../../ui/store.ts';
import { clearDraftPictures, isOf, type Owned, saveDraftPictures } from './draft-pictures.ts';

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

type Draft = Owned<{ values: Partial<ListingValues>; link?: DraftLink }>;

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

/** Deletes the draft and its pictures. */
export async function clearDraft(): Promise<void> {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser that forbids storage has saved nothing.
  }
  await clearDraftPictures();
}

function readStored(): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

import { createStore, del, get, set } from 'idb-keyval';

/** `owner` is null for a visitor, whose draft belongs to the account that signs in next. */
export type Owned<Content> = Content & { owner: string | null };
type DraftPictures = Owned<{ pictures: DraftPicture[] }>;

/** A photo of a draft: a file in this browser, its address on the server, or both. */
export interface DraftPicture {
  file: File | null;
  url: string | null;
}

const store = createStore('new-listing', 'pictures');
const key = 'chosen';
/** The key of files from another app. The next form that opens adds them to its draft. */
const sharedKey = 'shared';

/** Returns the pictures of `owner`'s draft. Files from another app become part of it. */
export async function readDraftPictures(owner: string | null): Promise<DraftPicture[]> {
  try {
    const draft = await get<DraftPictures>(key, store);
    const pictures = draft?.pictures && isOf(draft, owner) ? draft.pictures : [];
    const shared = await get<File[]>(sharedKey, store);
    if (!shared) return pictures;
    const all = [...pictures, ...shared.map((file) => ({ file, url: null }))];
    await saveDraftPictures(owner, all);
    await del(sharedKey, store);
    return all;
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
    await set(key, { owner, pictures } satisfies DraftPictures, store);
  } catch {
    // If there is no room, the draft has no pictures.
  }
}

/** Saves files from another app for the next form that opens, replacing earlier ones. */
export async function saveSharedFiles(files: File[]): Promise<void> {
  await set(sharedKey, files, store);
}

export async function clearDraftPictures(): Promise<void> {
  await del(key, store).catch(() => {
    // A browser that forbids storage has saved nothing.
  });
}

export function isOf(draft: Owned<object>, owner: string | null): boolean {
  return draft.owner === null || draft.owner === owner;
}

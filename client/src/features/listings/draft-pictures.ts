import { draftDatabase } from './draft.ts';

const storeName = 'pictures';
const key = 'chosen';

interface Kept {
  /** As in the draft of the text. */
  owner: string | null;
  files: File[];
}

/** The pictures that belong to `owner`'s draft; none where the browser keeps none. */
export async function readDraftPictures(owner: string | null): Promise<File[]> {
  try {
    const kept = (await inStore('readonly', (store) => store.get(key))) as Kept | undefined;
    return kept && (kept.owner === null || kept.owner === owner) ? kept.files : [];
  } catch {
    // A browser that forbids storage, or has no room for them.
    return [];
  }
}

/** Keeps the pictures of a draft in this browser in place of those before. */
export async function saveDraftPictures(owner: string | null, files: File[]): Promise<void> {
  try {
    const kept: Kept = { owner, files };
    await inStore('readwrite', (store) => store.put(kept, key));
  } catch {
    // As above: it costs the draft its pictures and nothing else.
  }
}

async function inStore(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const opening = indexedDB.open(draftDatabase);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName));
  const database = await settled(opening);
  try {
    return await settled(act(database.transaction(storeName, mode).objectStore(storeName)));
  } finally {
    // An open connection would hold up the deletion at sign-out.
    database.close();
  }
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error(request.error?.message)));
  });
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { draftDatabase } from '../edit/draft.ts';
import { type Pictures, usePictures } from './use-pictures.ts';

/** The pictures of a new listing, kept with its draft: they outlive a closed tab. */
export function useDraftPictures(): Pictures {
  const pictures = usePictures();
  const owner = useCurrentUser()?.id ?? null;
  const [restored, setRestored] = useState(false);
  const saved = useRef<{ owner: string | null; files: File[] } | null>(null);

  const restore = useEffectEvent((files: File[]) => {
    if (files.length > 0) pictures.add(files);
    setRestored(true);
  });
  useEffect(() => {
    if (restored) return;
    let gone = false;
    void readDraftPictures(owner).then((files) => {
      if (!gone) restore(files);
    });
    return () => {
      gone = true;
    };
  }, [restored, owner]);

  const list = pictures.pictures;
  useEffect(() => {
    if (!restored) return;
    const files = list.flatMap(({ file }) => file ?? []);
    const { current } = saved;
    // The list changes with every step of an upload, too.
    if (current?.owner === owner && sameItems(current.files, files)) return;
    saved.current = { owner, files };
    void saveDraftPictures(owner, files);
  }, [restored, owner, list]);

  return pictures;
}

function sameItems(some: File[], others: File[]): boolean {
  return some.length === others.length && some.every((file, index) => file === others[index]);
}

const storeName = 'pictures';
const key = 'chosen';

interface Kept {
  /** As in the draft of the text. */
  owner: string | null;
  files: File[];
}

/** The pictures that belong to `owner`'s draft; none where the browser keeps none. */
async function readDraftPictures(owner: string | null): Promise<File[]> {
  try {
    const kept = (await inStore('readonly', (store) => store.get(key))) as Kept | undefined;
    return kept && (kept.owner === null || kept.owner === owner) ? kept.files : [];
  } catch {
    // A browser that forbids storage, or has no room for them.
    return [];
  }
}

/** Keeps the pictures of a draft in this browser in place of those before. */
async function saveDraftPictures(owner: string | null, files: File[]): Promise<void> {
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

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { readDraftPictures, saveDraftPictures } from './draft-pictures.ts';
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

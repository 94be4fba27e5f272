import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { imageUrlAtWidth } from '@marketplace/shared/media/urls';
import { isolated } from '@marketplace/shared/direction';
import { handleUnauthorized, isUnauthorized } from '../../../api/errors.ts';
import { toast } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import type { UploadedFile } from '../../uploads/PhotoUploader.tsx';
import { namedReason, uploadImage, UploadError } from '../../uploads/upload-image.ts';
import { readDraftPictures, saveDraftPictures } from '../edit/draft.ts';
import {
  chosenPicture,
  movedTo,
  type Picture,
  type PictureSource,
  refuseFiles,
  totalProgress,
  storedPicture,
} from './pictures.ts';
import { rotateImage } from './redraw-image.ts';

type OnProgress = (sent: number) => void;

/** Holds the ordered pictures of a listing being written, starting with the `stored` ones. */
function usePictureList(stored: string[]) {
  const [pictures, setPictures] = useState<Picture[]>(() => stored.map(storedPicture));
  // Uploads and turns last over several renders and read the current list.
  const latest = useRef(pictures);
  const turning = useRef(Promise.resolve());
  useEffect(() => () => revokeUnused(latest.current, []), []);

  const change = (next: (list: Picture[]) => Picture[]) => {
    const before = latest.current;
    latest.current = next(before);
    setPictures(latest.current);
    revokeUnused(before, latest.current);
  };
  const patch = (key: string, fields: Partial<Picture>) =>
    change((list) =>
      list.map((picture) => (picture.key === key ? { ...picture, ...fields } : picture)),
    );
  const find = (key: string) => latest.current.find((picture) => picture.key === key);

  /** Uploads one picture. Shows a failure on the picture and returns it. */
  const send = async (key: string, onProgress?: OnProgress): Promise<UploadError | null> => {
    const file = find(key)?.file;
    if (!file) return null;
    // A picture rotated during the upload has a new file, which this upload must not change.
    const patchSame = (fields: Partial<Picture>) => {
      if (find(key)?.file === file) patch(key, fields);
    };
    patchSame({ error: null, progress: 0 });
    try {
      const url = await uploadImage(file, {
        onProgress: (progress) => {
          patchSame({ progress });
          onProgress?.(progress);
        },
      });
      patchSame({ url, progress: null });
      return null;
    } catch (error) {
      if (!(error instanceof UploadError)) throw error;
      const { httpStatus } = error.data;
      // A lost session is recognized by its unchanged message.
      const message = httpStatus === 401 ? error.message : namedReason(file.name, error.message);
      const refused = new UploadError(message, httpStatus);
      patchSame({ error: refused.message, progress: null });
      if (isUnauthorized(refused)) handleUnauthorized();
      return refused;
    }
  };

  return {
    pictures,
    /** Adds all chosen files, or none and shows a toast with the reason. */
    add: (files: File[]) => {
      const refusal = refuseFiles(latest.current.length, files);
      if (refusal) toast({ ...refusal, kind: 'error' });
      else change((list) => [...list, ...files.map((file) => chosenPicture(file))]);
    },
    /** Adds the uploader's files, including those that it failed to send. */
    addUploaded: (files: UploadedFile[]) =>
      change((list) => [...list, ...files.map(uploadedPicture)]),
    /**
     * Uploads the pictures that are not stored and returns all addresses in order. `onProgress`
     * gets their overall progress, 0 to 1. After a failure, the upload continues with the next
     * picture, and the first UploadError is thrown at the end. A retry sends only the rest.
     */
    upload: async (onProgress: OnProgress): Promise<string[]> => {
      await turning.current;
      const waiting = latest.current.filter(({ url }) => url === null);
      const sizes = waiting.map(({ file }) => file?.size ?? 0);
      let failure: UploadError | null = null;
      for (const [index, { key }] of waiting.entries()) {
        const refused = await send(key, (sent) => onProgress(totalProgress(sizes, index, sent)));
        failure ??= refused;
      }
      if (failure) throw failure;
      onProgress(1);
      return latest.current.flatMap(({ url }) => url ?? []);
    },
    retry: (key: string) => send(key),
    /** Turns a picture clockwise by 90 degrees. It is then stored again with the others. */
    rotate: (key: string): Promise<void> => {
      // Turns run one at a time, because each starts from the result of the last.
      turning.current = turning.current.then(async () => {
        const picture = find(key);
        if (picture) patch(key, await turn(picture));
      });
      return turning.current;
    },
    remove: (key: string) => change((list) => list.filter((picture) => picture.key !== key)),
    moveTo: (from: number, to: number) => change((list) => movedTo(list, from, to)),
    clear: () => change(() => []),
  };
}

export type Pictures = ReturnType<typeof usePictureList>;

/** Holds the pictures of a listing being written. Those of a new one are saved as a draft. */
export function usePictures(listing?: ListingView): Pictures {
  const pictures = usePictureList(listing?.images ?? []);
  const list = pictures.pictures;
  const isNew = listing === undefined;
  const owner = useCurrentUser()?.id ?? null;
  const [restored, setRestored] = useState(false);

  const restore = useEffectEvent((files: File[]) => {
    if (files.length > 0) pictures.add(files);
    setRestored(true);
  });
  useEffect(() => {
    if (!isNew || restored) return;
    let gone = false;
    void readDraftPictures(owner).then((files) => {
      if (!gone) restore(files);
    });
    return () => {
      gone = true;
    };
  }, [isNew, restored, owner]);

  const saved = useRef<string | null>(null);
  useEffect(() => {
    if (!restored) return;
    // The progress of an upload changes the list, but none of its files.
    const now = [owner, ...list.map(({ preview }) => preview)].join(' ');
    if (saved.current === now) return;
    saved.current = now;
    const files = list.flatMap(({ file }) => file ?? []);
    void saveDraftPictures(owner, files);
  }, [restored, owner, list]);

  return pictures;
}

function uploadedPicture({ file, url, error }: UploadedFile): Picture {
  return chosenPicture(file, { url, error: error && namedReason(file.name, error) });
}

async function turn(picture: Picture): Promise<Partial<Picture>> {
  const turns = (picture.turns + 1) % 4;
  const reset = { turns, error: null, progress: null };
  if (turns === 0) return { ...picture.original, ...reset };
  try {
    const file = await rotateImage(await bytesOf(picture.original), picture.name, turns);
    return { url: null, file, preview: URL.createObjectURL(file), ...reset };
  } catch {
    toast({
      title: 'Error',
      message: `We couldn't rotate ${isolated(picture.name)}. This browser can't read it.`,
      kind: 'error',
    });
    return {};
  }
}

async function bytesOf({ file, url }: PictureSource): Promise<Blob> {
  if (file) return file;
  const response = await fetch(imageUrlAtWidth(url ?? '', 1280));
  if (!response.ok) throw new Error(response.statusText);
  return response.blob();
}

/** Frees the memory of unused previews. */
function revokeUnused(before: Picture[], after: Picture[]): void {
  const previewsOf = (list: Picture[]) =>
    list.flatMap(({ preview, original }) => [preview, original.preview]);
  const used = previewsOf(after);
  for (const preview of previewsOf(before)) {
    if (!used.includes(preview)) URL.revokeObjectURL(preview);
  }
}

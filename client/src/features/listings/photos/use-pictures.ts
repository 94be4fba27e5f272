import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { maxImages } from '@marketplace/shared/listings/constants';
import type { ListingView } from '@marketplace/shared/listings/views';
import { imageUrlAtWidth } from '@marketplace/shared/media/urls';
import { uploadImagesTexts } from '@marketplace/shared/outcomes/pictures';
import { isolated } from '@marketplace/shared/direction';
import { texts } from '@marketplace/shared/texts';
import { handleUnauthorized, isUnauthorized } from '../../../api/errors.ts';
import { newId } from '../../../api/use-client-id.ts';
import { toast } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import type { UploadedFile } from '../../uploads/PhotoUploader.tsx';
import { namedReason, refuseFile, uploadImage, UploadError } from '../../uploads/upload-image.ts';
import { type DraftPicture, readDraftPictures, saveDraftPictures } from '../edit/draft-pictures.ts';
import type { Area, Edit } from './redraw-image.ts';

/** The source of a picture: stored on the server, chosen in this browser, or both. */
interface PictureSource {
  /** The address on the server once stored. */
  url: string | null;
  file: File | null;
  /** The address to show the picture in this browser. */
  preview: string;
}

/** A picture of a listing being written: stored, or chosen but not sent yet. */
export interface Picture extends PictureSource {
  key: string;
  name: string;
  /** Why the picture could not be stored, or null. */
  error: string | null;
  /** The part that was sent, 0 to 1; null unless it is being sent. */
  progress: number | null;
  /** The edit that turns `original` into this picture. */
  edit: Edit;
  /** The picture before any edit. Every edit starts from it, so that none costs quality. */
  original: PictureSource;
}

/** Holds the ordered pictures of a listing being written, starting with the `stored` ones. */
function usePictureList(stored: string[]) {
  const [pictures, setPictures] = useState<Picture[]>(() => stored.map(storedPicture));
  // Uploads and edits last over several renders and read the current list.
  const latest = useRef(pictures);
  const editing = useRef(Promise.resolve());
  useEffect(() => () => revokeUnused(latest.current, []), []);

  const change = (next: (list: Picture[]) => Picture[]) => {
    const before = latest.current;
    latest.current = next(before);
    setPictures(latest.current);
    revokeUnused(before, latest.current);
  };
  const patch = (key: string, fields: Partial<Picture>) =>
    change((list) => list.map((one) => (one.key === key ? { ...one, ...fields } : one)));
  const find = (key: string) => latest.current.find((picture) => picture.key === key);

  // Edits run one at a time, because each starts from the result of the last.
  const edit = (key: string, change: (edit: Edit) => Edit): Promise<void> => {
    editing.current = editing.current.then(async () => {
      const picture = find(key);
      if (picture) patch(key, await edited(picture, change(picture.edit)));
    });
    return editing.current;
  };

  /** Uploads one picture. Shows a failure on the picture and returns it. */
  const send = async (key: string, onProgress?: (sent: number) => void) => {
    const file = find(key)?.file;
    if (!file) return null;
    // A picture edited during the upload has a new file, which this upload must not change.
    const patchSame = (fields: Partial<Picture>) => {
      if (find(key)?.file === file) patch(key, fields);
    };
    return sendFile(file, patchSame, onProgress);
  };

  return {
    pictures,
    /** Adds all chosen files, or none and shows a toast with the reason. */
    add: (files: File[]) => {
      const refusal = refuseFiles(latest.current.length, files);
      if (refusal) toast({ ...refusal, kind: 'error' });
      else change((list) => [...list, ...files.map((file) => chosenPicture({ file }))]);
    },
    /** Adds the uploader's files, including those that it failed to send. */
    addUploaded: (files: UploadedFile[]) =>
      change((list) => [...list, ...files.map(chosenPicture)]),
    /**
     * Uploads the pictures that are not stored and returns all addresses in order. `onProgress`
     * gets their overall progress, 0 to 1. After a failure, the upload continues with the next
     * picture, and the first UploadError is thrown at the end. A retry sends only the rest.
     */
    upload: async (onProgress: (sent: number) => void) => {
      await editing.current;
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
    /** Uploads the pictures that were not tried yet, and returns all addresses in order. */
    store: async () => {
      await editing.current;
      for (const { key } of latest.current.filter(isUntried)) await send(key);
      return latest.current.map(({ url }) => url);
    },
    change,
    retry: (key: string) => send(key),
    /** Turns a picture clockwise by 90 degrees. It is then stored again with the others. */
    rotate: (key: string) => edit(key, turnedOnce),
    /** Crops the turned picture, or shows all of it again. It is then stored again, too. */
    crop: (key: string, crop: Area | null) => edit(key, ({ turns }) => ({ turns, crop })),
    remove: (key: string) => change((list) => list.filter((picture) => picture.key !== key)),
    moveTo: (from: number, to: number) => change((list) => movedTo(list, from, to)),
    clear: () => change(() => []),
  };
}

/** Uploads a file and shows each step by `patch`. Returns the failure, or null. */
async function sendFile(
  file: File,
  patch: (fields: Partial<Picture>) => void,
  onProgress?: (sent: number) => void,
): Promise<UploadError | null> {
  const report = (progress: number) => {
    patch({ progress });
    onProgress?.(progress);
  };
  patch({ error: null, progress: 0 });
  try {
    patch({ url: await uploadImage(file, { onProgress: report }), progress: null });
    return null;
  } catch (error) {
    if (!(error instanceof UploadError)) throw error;
    const { httpStatus } = error.data;
    // A lost session is recognized by its unchanged message.
    const message = httpStatus === 401 ? error.message : namedReason(file.name, error.message);
    const refused = new UploadError(message, httpStatus);
    patch({ error: refused.message, progress: null });
    if (isUnauthorized(refused)) handleUnauthorized();
    return refused;
  }
}

export interface Pictures extends ReturnType<typeof usePictureList> {
  /** False until the pictures of a draft have been read. */
  isRestored: boolean;
}

/** Holds the pictures of a listing being written. Those of a new one are saved as a draft. */
export function usePictures(listing?: ListingView): Pictures {
  const pictures = usePictureList(listing?.images ?? []);
  const list = pictures.pictures;
  const isNew = listing === undefined;
  const owner = useCurrentUser()?.id ?? null;
  const [restored, setRestored] = useState(false);

  const restore = useEffectEvent((draft: DraftPicture[]) => {
    if (draft.length > 0) pictures.change(withDraft(draft));
    setRestored(true);
  });
  useEffect(() => {
    if (!isNew || restored) return;
    let gone = false;
    void readDraftPictures(owner).then((draft) => {
      if (!gone) restore(draft);
    });
    return () => {
      gone = true;
    };
  }, [isNew, restored, owner]);

  const saved = useRef<string | null>(null);
  useEffect(() => {
    if (!restored) return;
    // The progress of an upload changes the list, but none of its files.
    const now = [owner, ...list.flatMap(({ preview, url }) => [preview, url])].join(' ');
    if (saved.current === now) return;
    saved.current = now;
    void saveDraftPictures(
      owner,
      list.map(({ file, url }) => ({ file, url })),
    );
  }, [restored, owner, list]);

  return { ...pictures, isRestored: restored };
}

/** Returns the edit followed by a quarter turn. The same part of the picture stays visible. */
function turnedOnce({ turns, crop }: Edit): Edit {
  return {
    turns: (turns + 1) % 4,
    crop: crop && {
      x: 100 - crop.y - crop.height,
      y: crop.x,
      width: crop.height,
      height: crop.width,
    },
  };
}

async function edited(picture: Picture, edit: Edit): Promise<Partial<Picture>> {
  const reset = { edit, error: null, progress: null };
  if (edit.turns === 0 && edit.crop === null) return { ...picture.original, ...reset };
  try {
    const { editImage } = await import('./redraw-image.ts');
    const { file, url } = picture.original;
    const change = (source: Blob) => editImage(source, picture.name, edit);
    // The stored picture helps if the browser cannot read the file (HEIC).
    const changed = file
      ? await change(file).catch(async () => change(await storedImage(url)))
      : await change(await storedImage(url));
    return { url: null, file: changed, preview: URL.createObjectURL(changed), ...reset };
  } catch {
    toast({
      title: 'Error',
      message: `We couldn't edit ${isolated(picture.name)}. This browser can't read it.`,
      kind: 'error',
    });
    return {};
  }
}

async function storedImage(url: string | null): Promise<Blob> {
  if (!url) throw new Error('The photo is not stored yet.');
  const response = await fetch(imageUrlAtWidth(url, 1280));
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

/**
 * Returns a toast on why files cannot be added to the `present` pictures, or null. Allows at most
 * five pictures in total, each at most 10 MB, and no other files.
 */
export function refuseFiles(present: number, files: File[]) {
  if (present + files.length > maxImages) {
    return { title: 'Too many images', message: texts.tooManyImages };
  }
  const reason = files.map(refuseFile).find((refused) => refused !== null);
  return reason ? { title: uploadImagesTexts.failed.title, message: reason } : null;
}

/** Returns a picture that the listing already has. */
function storedPicture(url: string, index: number): Picture {
  const source = { url, file: null, preview: imageUrlAtWidth(url, 320) };
  return { ...fresh(source), key: url, name: `Photo ${index + 1}` };
}

/** Returns a picture from a file: unsent, stored at `url`, or refused with the reason `error`. */
function chosenPicture({ file, url, error }: UploadedFile): Picture {
  const source = { url: url ?? null, file, preview: URL.createObjectURL(file) };
  const reason = error ? namedReason(file.name, error) : null;
  return { ...fresh(source), key: newId(), name: file.name, error: reason };
}

/** Returns a change that adds the pictures of a draft. */
export const withDraft = (draft: DraftPicture[]) => (list: Picture[]) =>
  [...list, ...draft.map(draftPicture)].slice(0, maxImages);

function draftPicture({ file, url }: DraftPicture, index: number): Picture {
  return file ? chosenPicture({ file, ...(url && { url }) }) : storedPicture(url ?? '', index);
}

const isUntried = ({ url, error, progress }: Picture) =>
  url === null && error === null && progress === null;

/** Leaves only files, to be sent again, because the server has removed the pictures. */
export const withoutStored = (list: Picture[]) =>
  list.flatMap((one) => (one.file ? [{ ...one, url: null }] : []));

function fresh(source: PictureSource) {
  return {
    ...source,
    original: source,
    error: null,
    progress: null,
    edit: { turns: 0, crop: null },
  };
}

/** Moves the item at `from` to `to`. Returns the same list if there is no such place. */
export function movedTo<Item>(list: Item[], from: number, to: number): Item[] {
  const item = list[from];
  if (item === undefined || list[to] === undefined || from === to) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** Returns the announcement of a move for screen readers. It counts places from 1. */
export function movedText(index: number, count: number): string {
  const place = `Photo moved to position ${index + 1} of ${count}`;
  return index === 0 ? `${place}. This is now the cover.` : `${place}.`;
}

/**
 * Returns the progress of sending all pictures, by bytes, so that the bar moves evenly. `sent` is
 * the progress of the picture at `at`.
 */
export function totalProgress(sizes: number[], at: number, sent: number): number {
  const sum = (list: number[]) => list.reduce((total, size) => total + size, 0);
  const total = sum(sizes);
  if (total === 0) return 1;
  return Math.min(1, (sum(sizes.slice(0, at)) + (sizes[at] ?? 0) * sent) / total);
}

import { useEffect, useRef, useState } from 'react';
import { imageUrlAtWidth } from '@marketplace/shared/media/urls';
import { handleUnauthorized, isUnauthorized } from '../../../api/errors.ts';
import { toast } from '../../../ui/toast.ts';
import type { UploadedFile } from '../../uploads/PhotoUploader.tsx';
import { namedReason, UploadError } from '../../uploads/upload-error.ts';
import {
  chosenPicture,
  movedBy,
  movedTo,
  type Picture,
  type PictureSource,
  refuseFiles,
  sentInAll,
  storedPicture,
} from './pictures.ts';
import { rotateImage } from './rotate-image.ts';
import { uploadImage } from '../../uploads/upload-image.ts';

/** Where the uploading of all pictures is: 0 to 1. */
type OnProgress = (sent: number) => void;

/**
 * The pictures of a listing being written, in their order, beginning with those it has.
 *
 * `upload(onProgress?)` sends what is not stored yet, tells how much of it all was sent, 0 to 1, and
 * gives all addresses in order. A picture that fails carries its `error` from then on and the others
 * go on; then it throws UploadError naming the first that failed. A second try sends only the rest.
 * While it is sent, each picture has its own `progress`, 0 to 1.
 */
export function usePictures(stored: string[] = []) {
  const [pictures, setPictures] = useState<Picture[]>(() => stored.map(storedPicture));
  // Uploading and turning go on over several renders and read what is true by then.
  const latest = useRef(pictures);
  const turning = useRef(new Map<string, Promise<void>>());
  useRevokedPreviews(pictures);

  const change = (next: (list: Picture[]) => Picture[]) => {
    latest.current = next(latest.current);
    setPictures(latest.current);
  };
  const patch = (key: string, fields: Partial<Picture>) =>
    change((list) =>
      list.map((picture) => (picture.key === key ? { ...picture, ...fields } : picture)),
    );
  const find = (key: string) => latest.current.find((picture) => picture.key === key);

  /** Sends one picture; what went wrong stays with it. */
  const send = async (key: string, onProgress?: OnProgress): Promise<UploadError | null> => {
    const file = find(key)?.file;
    if (!file) return null;
    // A picture rotated meanwhile has another file, which this upload says nothing about.
    const patchSame = (fields: Partial<Picture>) => {
      if (find(key)?.file === file) patch(key, fields);
    };
    patchSame({ error: null, progress: 0 });
    try {
      const url = await uploadImage(file, (progress) => {
        patchSame({ progress });
        onProgress?.(progress);
      });
      patchSame({ url, progress: null });
      return null;
    } catch (error) {
      const refused = asUploadError(error, file.name);
      patchSame({ error: refused.message, progress: null });
      if (isUnauthorized(refused)) handleUnauthorized();
      return refused;
    }
  };

  const upload = async (onProgress?: OnProgress): Promise<string[]> => {
    await Promise.all(turning.current.values());
    const waiting = latest.current.filter(({ url }) => url === null);
    const sizes = waiting.map(({ file }) => file?.size ?? 0);
    let failure: UploadError | null = null;
    for (const [index, { key }] of waiting.entries()) {
      const refused = await send(key, (sent) => onProgress?.(sentInAll(sizes, index, sent)));
      failure ??= refused;
    }
    if (failure) throw failure;
    onProgress?.(1);
    return latest.current.flatMap(({ url }) => url ?? []);
  };

  const rotate = (key: string): Promise<void> => {
    // One turn after the other: each begins where the one before ended.
    const turned = (turning.current.get(key) ?? Promise.resolve()).then(async () => {
      const picture = find(key);
      if (picture) patch(key, await turn(picture));
    });
    turning.current.set(key, turned);
    return turned.finally(() => {
      if (turning.current.get(key) === turned) turning.current.delete(key);
    });
  };

  return {
    pictures,
    /** Takes chosen files, or tells in a toast why none of them is taken. */
    add: (files: File[]) => {
      const refusal = refuseFiles(latest.current.length, files);
      if (refusal) toast({ ...refusal, kind: 'error' });
      else change((list) => [...list, ...files.map((file) => chosenPicture(file))]);
    },
    /** Takes the uploader's files, whether it sent them or not. */
    addUploaded: (files: UploadedFile[]) =>
      change((list) => [...list, ...files.map(uploadedPicture)]),
    upload,
    /** Sends one picture that failed once more. */
    retry: (key: string) => send(key),
    /** Turns a picture clockwise by 90 degrees; it is then stored anew with the others. */
    rotate,
    remove: (key: string) => change((list) => list.filter((picture) => picture.key !== key)),
    move: (index: number, by: -1 | 1) => change((list) => movedBy(list, index, by)),
    moveTo: (from: number, to: number) => change((list) => movedTo(list, from, to)),
    clear: () => change(() => []),
  };
}

export type Pictures = ReturnType<typeof usePictures>;

function uploadedPicture({ file, url, error }: UploadedFile): Picture {
  return chosenPicture(file, { url, error: error && namedReason(file.name, error) });
}

/** A refusal that names its file; what is no refusal becomes one that asks to try again. */
function asUploadError(error: unknown, name: string): UploadError {
  const known =
    error instanceof UploadError
      ? error
      : new UploadError('It could not be sent. Please try again.', 0);
  const { httpStatus } = known.data;
  // A lost session is known by its words.
  return httpStatus === 401 ? known : new UploadError(namedReason(name, known.message), httpStatus);
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
      message: `${picture.name} could not be turned: this browser cannot read it.`,
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

/** Gives back the memory of previews that are shown no more. */
function useRevokedPreviews(pictures: Picture[]) {
  const shown = useRef(new Set<string>());
  useEffect(() => {
    const now = new Set(
      pictures
        .flatMap(({ preview, original }) => [preview, original.preview])
        .filter((preview) => preview.startsWith('blob:')),
    );
    for (const preview of shown.current) {
      if (!now.has(preview)) URL.revokeObjectURL(preview);
    }
    shown.current = now;
  }, [pictures]);
  useEffect(() => {
    const remaining = shown;
    return () => {
      for (const preview of remaining.current) URL.revokeObjectURL(preview);
    };
  }, []);
}

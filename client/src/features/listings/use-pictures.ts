import { useEffect, useRef, useState } from 'react';
import { imageUrlAtWidth } from '@marketplace/shared/media/urls';
import { toast } from '../../ui/toast.ts';
import { movedBy, type Picture, refuseFiles } from './pictures.ts';
import { newId } from '../../api/new-id.ts';
import { uploadImage } from './upload-image.ts';

/** The pictures of a listing being written, in their order, beginning with those it has. */
export function usePictures(stored: string[] = []) {
  const [pictures, setPictures] = useState<Picture[]>(() => stored.map(storedPicture));
  useRevokedPreviews(pictures);

  const add = (files: File[]) => {
    const refusal = refuseFiles(pictures.length, files);
    if (refusal) toast({ ...refusal, kind: 'error' });
    else setPictures((list) => [...list, ...files.map(chosenPicture)]);
  };

  /** Sends what is not stored yet and gives all addresses in order. A second try sends only the rest. */
  const upload = async (): Promise<string[]> => {
    const urls: string[] = [];
    for (const picture of pictures) {
      const url = picture.url ?? (picture.file && (await uploadImage(picture.file)));
      if (!url) continue;
      urls.push(url);
      setPictures((list) =>
        list.map((other) => (other.key === picture.key ? { ...other, url } : other)),
      );
    }
    return urls;
  };

  return {
    pictures,
    add,
    upload,
    remove: (key: string) => setPictures((list) => list.filter((picture) => picture.key !== key)),
    move: (index: number, by: -1 | 1) => setPictures((list) => movedBy(list, index, by)),
    clear: () => setPictures([]),
  };
}

export type Pictures = ReturnType<typeof usePictures>;

function storedPicture(url: string, index: number): Picture {
  return {
    key: url,
    name: `Photo ${index + 1}`,
    preview: imageUrlAtWidth(url, 320),
    url,
    file: null,
  };
}

function chosenPicture(file: File): Picture {
  return {
    key: newId(),
    name: file.name,
    preview: URL.createObjectURL(file),
    url: null,
    file,
  };
}

/** Gives back the memory of previews that are shown no more. */
function useRevokedPreviews(pictures: Picture[]) {
  const shown = useRef(new Set<string>());
  useEffect(() => {
    const now = new Set(pictures.filter(({ file }) => file).map(({ preview }) => preview));
    for (const preview of shown.current.difference(now)) URL.revokeObjectURL(preview);
    shown.current = now;
  }, [pictures]);
  useEffect(() => {
    const remaining = shown;
    return () => {
      for (const preview of remaining.current) URL.revokeObjectURL(preview);
    };
  }, []);
}

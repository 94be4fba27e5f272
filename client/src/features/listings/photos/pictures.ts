import { maxImages } from '@marketplace/shared/listings/constants';
import { imageUrlAtWidth } from '@marketplace/shared/media/urls';
import { uploadImagesTexts } from '@marketplace/shared/outcomes/pictures';
import { texts } from '@marketplace/shared/texts';
import { newId } from '../../../api/use-client-id.ts';
import { refuseFile } from '../../uploads/upload-image.ts';

/** The source of a picture: stored on the server, chosen in this browser, or both. */
export interface PictureSource {
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
  /** Quarter turns clockwise from `original`, 0 to 3. */
  turns: number;
  /** The picture before any turn. Every turn starts from it, so that none costs quality. */
  original: PictureSource;
}

/**
 * Returns a toast on why files cannot be added to the `present` pictures, or null. Allows at most
 * five pictures in all, each at most 10 MB, and no other files.
 */
export function refuseFiles(present: number, files: File[]) {
  if (present + files.length > maxImages) {
    return { title: 'Too many images', message: texts.tooManyImages };
  }
  const reason = files.map(refuseFile).find((refused) => refused !== null);
  return reason ? { title: uploadImagesTexts.failed.title, message: reason } : null;
}

/** Returns a picture that the listing already has. */
export function storedPicture(url: string, index: number): Picture {
  const source = { url, file: null, preview: imageUrlAtWidth(url, 320) };
  return { ...fresh(source), key: url, name: `Photo ${index + 1}` };
}

/** Returns a picture from a file: unsent, stored at `url`, or refused with the reason `error`. */
export function chosenPicture(
  file: File,
  stored: { url?: string | undefined; error?: string | undefined } = {},
): Picture {
  const source = { url: stored.url ?? null, file, preview: URL.createObjectURL(file) };
  return { ...fresh(source), key: newId(), name: file.name, error: stored.error ?? null };
}

function fresh(source: PictureSource) {
  return { ...source, original: source, error: null, progress: null, turns: 0 };
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
 * Returns the progress of sending all pictures, by bytes so that a bar moves evenly. `sent` is that
 * of the picture at `at`.
 */
export function totalProgress(sizes: number[], at: number, sent: number): number {
  const sum = (list: number[]) => list.reduce((total, size) => total + size, 0);
  const total = sum(sizes);
  if (total === 0) return 1;
  return Math.min(1, (sum(sizes.slice(0, at)) + (sizes[at] ?? 0) * sent) / total);
}

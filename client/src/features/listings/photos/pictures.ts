import { maxImages } from '@marketplace/shared/listings/constants';
import { imageUrlAtWidth } from '@marketplace/shared/media/urls';
import { uploadImagesTexts } from '@marketplace/shared/outcomes/pictures';
import { texts } from '@marketplace/shared/texts';
import { newId } from '../../../api/new-id.ts';
import { refuseFile } from '../../uploads/upload-image.ts';

/** The bytes of a picture: stored, chosen here, or both. */
export interface PictureSource {
  /** Its address once stored. */
  url: string | null;
  file: File | null;
  /** Address to show it in this browser. */
  preview: string;
}

/** A picture of a listing being written: stored already, or chosen and not yet sent. */
export interface Picture extends PictureSource {
  key: string;
  name: string;
  /** Why it could not be stored; null when nothing went wrong. */
  error: string | null;
  /** How much of it was sent, 0 to 1, while it is being sent; else null. */
  progress: number | null;
  /** Quarter turns clockwise, 0 to 3, that it was turned by from `original`. */
  turns: number;
  /** The picture before any turn: every turn starts from it, so that none costs quality. */
  original: PictureSource;
}

/**
 * Why files may not be added to the `present` pictures, as a toast, or null: at most five together,
 * pictures only, at most 10 MB each.
 */
export function refuseFiles(present: number, files: File[]) {
  if (present + files.length > maxImages) {
    return { title: 'Too many images', message: texts.tooManyImages };
  }
  const reason = files.map(refuseFile).find((refused) => refused !== null);
  return reason ? { title: uploadImagesTexts.failed.title, message: reason } : null;
}

/** A picture the listing already has. */
export function storedPicture(url: string, index: number): Picture {
  const source = { url, file: null, preview: imageUrlAtWidth(url, 320) };
  return { ...fresh(source), key: url, name: `Photo ${index + 1}` };
}

/** A picture from a file: still to be sent, or stored at `url`, or refused for the reason `error`. */
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

/** `list` with the item at `from` moved to `to`; unchanged where there is no such place. */
export function movedTo<Item>(list: Item[], from: number, to: number): Item[] {
  const item = list[from];
  if (item === undefined || list[to] === undefined || from === to) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** What a screen reader says after a move, with places counted from 1. */
export function placeText(index: number, count: number): string {
  const place = `Photo moved to position ${index + 1} of ${count}`;
  return index === 0 ? `${place}. This is now the cover.` : `${place}.`;
}

/** Progress of sending all pictures, by bytes so that a bar moves evenly; of the one at `at` it is `sent`. */
export function sentInAll(sizes: number[], at: number, sent: number): number {
  const sum = (list: number[]) => list.reduce((total, size) => total + size, 0);
  const total = sum(sizes);
  if (total === 0) return 1;
  return Math.min(1, (sum(sizes.slice(0, at)) + (sizes[at] ?? 0) * sent) / total);
}

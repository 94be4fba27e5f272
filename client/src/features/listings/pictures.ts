import { maxImages } from '@marketplace/shared/listings/constants';
import { acceptedImageNames, maxImageBytes } from '@marketplace/shared/media/constants';
import { texts } from '@marketplace/shared/texts';

/** A picture of a listing being written: stored already, or chosen and not yet sent. */
export interface Picture {
  key: string;
  name: string;
  /** What shows it here. */
  preview: string;
  /** Its address once stored. */
  url: string | null;
  file: File | null;
}

/** Why chosen files are not taken, in the form of a toast. */
export interface Refusal {
  title: string;
  message: string;
}

/**
 * Whether files may join the pictures that are there: together at most five, else none is added;
 * pictures only, at most 10 MB each (specification section 5). Null when they may. Files whose kind
 * the browser does not know pass: the server judges by content.
 */
export function refuseFiles(present: number, files: File[]): Refusal | null {
  if (present + files.length > maxImages) {
    return { title: 'Too many images', message: texts.tooManyImages };
  }
  const foreign = files.find(({ type }) => type !== '' && !type.startsWith('image/'));
  if (foreign) {
    return {
      title: 'Upload Error',
      message: `${foreign.name} is not a picture. Use ${acceptedImageNames}.`,
    };
  }
  const large = files.find(({ size }) => size > maxImageBytes);
  if (large) {
    return { title: 'Upload Error', message: `${large.name} is larger than 10 MB.` };
  }
  return null;
}

/** `list` with the item at `index` one place further; unchanged at the ends. */
export function movedBy<Item>(list: Item[], index: number, by: -1 | 1): Item[] {
  const item = list[index];
  const other = list[index + by];
  if (item === undefined || other === undefined) return list;
  return list.with(index, other).with(index + by, item);
}

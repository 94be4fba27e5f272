import { type ImageFormat, imageFormats, imageWidths, type ImageWidth } from './constants.ts';

/** A UUID in lower case: the form of every image id. */
const imageIdPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const imagePathPattern = new RegExp(
  `^/media/(${imageIdPattern})/(${imageWidths.join('|')})\\.(?:${imageFormats.join('|')})$`,
);

/** The key under which one width of an image lies in the object store. */
export function imageObjectKey(
  imageId: string,
  width: ImageWidth,
  format: ImageFormat = 'webp',
): string {
  return `images/${imageId}/${width}.${format}`;
}

/** All object keys that an image can have in one format. */
export function imageObjectKeys(imageId: string, format?: ImageFormat): string[] {
  return imageWidths.map((width) => imageObjectKey(imageId, width, format));
}

/** All object keys that an image can have, for its removal. */
export function allImageObjectKeys(imageId: string): string[] {
  return imageFormats.flatMap((format) => imageObjectKeys(imageId, format));
}

/** The path under which our own server shows one width of an image. */
export function imagePath(imageId: string, width: ImageWidth): string {
  return `/media/${imageId}/${width}.webp`;
}

/**
 * The image id in an address of one of our pictures, with or without a host, of any stored width;
 * null for every other address. The host is not looked at: the id alone says nothing about who may
 * use the picture, so the caller checks its owner.
 */
export function parseImageUrl(url: string): string | null {
  const path = url.startsWith('/') ? url : pathOfWebAddress(url);
  return (path && imagePathPattern.exec(path)?.[1]) ?? null;
}

/** The `srcset` of an image given by any of its addresses; undefined when it is not one of ours. */
export function imageSrcSet(url: string, format: ImageFormat = 'webp'): string | undefined {
  if (!parseImageUrl(url)) return undefined;
  const base = url.slice(0, url.lastIndexOf('/'));
  return imageWidths.map((width) => `${base}/${width}.${format} ${width}w`).join(', ');
}

/** The address of another width of the same image; an address that is not ours comes back as it is. */
export function imageUrlAtWidth(url: string, width: ImageWidth): string {
  if (!parseImageUrl(url)) return url;
  return `${url.slice(0, url.lastIndexOf('/'))}/${width}.webp`;
}

function pathOfWebAddress(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  // A query or fragment is no part of our addresses: what carries one is not ours.
  return parsed.search || parsed.hash ? null : parsed.pathname;
}

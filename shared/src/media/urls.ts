import { type ImageFormat, imageFormats, imageWidths, type ImageWidth } from './constants.ts';

/** A UUID in lower case: the form of every image id. */
const imageIdPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const imagePathPattern = new RegExp(
  `^/media/(${imageIdPattern})/(${imageWidths.join('|')})\\.(?:${imageFormats.join('|')})$`,
);

const photoPathPattern = new RegExp(
  `^/media/chat/(${imageIdPattern})/(${imageWidths.join('|')})\\.webp$`,
);

/** The object store's key of one width of an image. */
export function imageObjectKey(
  imageId: string,
  width: ImageWidth,
  format: ImageFormat = 'webp',
): string {
  return `images/${imageId}/${width}.${format}`;
}

/** The object keys of an image in one format. */
export function imageObjectKeys(imageId: string, format?: ImageFormat): string[] {
  return imageWidths.map((width) => imageObjectKey(imageId, width, format));
}

/** All possible object keys of an image, for its removal. */
export function allImageObjectKeys(imageId: string): string[] {
  return [
    ...imageFormats.flatMap((format) => imageObjectKeys(imageId, format)),
    ...imageWidths.map((width) => photoObjectKey(imageId, width)),
  ];
}

/** The object store's key of one width of a photo in a chat, apart from images that anyone may see. */
export function photoObjectKey(imageId: string, width: ImageWidth): string {
  return `chat/${imageId}/${width}.webp`;
}

/** The path of one width of a photo in a chat. It opens for the two people of the chat alone. */
export function photoPath(imageId: string, width: ImageWidth): string {
  return `/media/chat/${imageId}/${width}.webp`;
}

/** The image id in the path of a photo in a chat, of any stored width; null for other addresses. */
export function parsePhotoPath(path: string): string | null {
  return photoPathPattern.exec(path)?.[1] ?? null;
}

/** The path of one width of an image on this server. */
export function imagePath(imageId: string, width: ImageWidth): string {
  return `/media/${imageId}/${width}.webp`;
}

/**
 * The image id in the address of a picture, of any stored width and any host; null for other
 * addresses. The caller must check the picture's owner.
 */
export function parseImageUrl(url: string): string | null {
  const path = url.startsWith('/') ? url : pathOfWebAddress(url);
  return (path && imagePathPattern.exec(path)?.[1]) ?? null;
}

/** The `srcset` of an image given by any of its addresses; undefined for other addresses. */
export function imageSrcSet(url: string, format: ImageFormat = 'webp'): string | undefined {
  if (!parseImageUrl(url) && !parsePhotoPath(url)) return undefined;
  const base = url.slice(0, url.lastIndexOf('/'));
  return imageWidths.map((width) => `${base}/${width}.${format} ${width}w`).join(', ');
}

/** The address of another width of an image; other addresses are returned unchanged. */
export function imageUrlAtWidth(url: string, width: ImageWidth): string {
  if (!parseImageUrl(url) && !parsePhotoPath(url)) return url;
  return `${url.slice(0, url.lastIndexOf('/'))}/${width}.webp`;
}

function pathOfWebAddress(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  // Addresses of pictures have no query or fragment.
  return parsed.search || parsed.hash ? null : parsed.pathname;
}

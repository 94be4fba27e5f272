import { type ImageFormat, imageFormats, imageWidths, type ImageWidth } from './constants.ts';

/** A lower-case UUID, the form of every image id. */
const imageIdPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const widthPattern = `(?:${imageWidths.join('|')})`;
const imagePathPattern = new RegExp(
  `^/media/(${imageIdPattern})/${widthPattern}\\.(?:${imageFormats.join('|')})$`,
);
const photoPathPattern = new RegExp(`^/media/chat/(${imageIdPattern})/${widthPattern}\\.webp$`);

/** Returns the object key of one width of an image. */
export function imageObjectKey(imageId: string, width: ImageWidth, format: ImageFormat = 'webp') {
  return `images/${imageId}/${width}.${format}`;
}

/** Returns the object keys of an image in one format. */
export function imageObjectKeys(imageId: string, format?: ImageFormat): string[] {
  return imageWidths.map((width) => imageObjectKey(imageId, width, format));
}

/** Returns all possible object keys of an image, to delete them. */
export function allImageObjectKeys(imageId: string): string[] {
  return [
    ...imageFormats.flatMap((format) => imageObjectKeys(imageId, format)),
    ...imageWidths.map((width) => photoObjectKey(imageId, width)),
  ];
}

/** Returns the object key of one width of a chat photo, apart from public images. */
export function photoObjectKey(imageId: string, width: ImageWidth): string {
  return `chat/${imageId}/${width}.webp`;
}

/** Returns the path of one width of a chat photo. Only the two people of the chat can open it. */
export function photoPath(imageId: string, width: ImageWidth): string {
  return `/media/chat/${imageId}/${width}.webp`;
}

/** Returns the image id in the path of a chat photo of any width; null for any other address. */
export function parsePhotoPath(path: string): string | null {
  return photoPathPattern.exec(path)?.[1] ?? null;
}

/** Returns the path of one width of an image on this server. */
export function imagePath(imageId: string, width: ImageWidth): string {
  return `/media/${imageId}/${width}.webp`;
}

/** Returns the image id in a picture's address on any host, or null. Check the owner. */
export function parseImageUrl(url: string): string | null {
  const path = url.startsWith('/') ? url : pathOfWebAddress(url);
  return (path && imagePathPattern.exec(path)?.[1]) ?? null;
}

/** Returns the `srcset` of an image from any of its addresses; undefined for other addresses. */
export function imageSrcSet(url: string, format: ImageFormat = 'webp'): string | undefined {
  if (!parseImageUrl(url) && !parsePhotoPath(url)) return undefined;
  const base = url.slice(0, url.lastIndexOf('/'));
  return imageWidths.map((width) => `${base}/${width}.${format} ${width}w`).join(', ');
}

/** Returns the address of another width of an image. Returns any other address unchanged. */
export function imageUrlAtWidth(url: string, width: ImageWidth): string {
  if (!parseImageUrl(url) && !parsePhotoPath(url)) return url;
  return `${url.slice(0, url.lastIndexOf('/'))}/${width}.webp`;
}

function pathOfWebAddress(url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  return parsed.search || parsed.hash ? null : parsed.pathname;
}

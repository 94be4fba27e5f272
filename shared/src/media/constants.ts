/** Largest picture file accepted, in bytes: 10 MB. */
export const maxImageBytes = 10_485_760;

/** Largest picture accepted, in pixels: 40 megapixels. */
export const maxImagePixels = 40_000_000;

/** The stored widths of each picture in pixels, ascending. */
export const imageWidths = [320, 640, 1280] as const;

export type ImageWidth = (typeof imageWidths)[number];

/** Pictures are stored as WebP at once, and later also as AVIF. */
export const imageFormats = ['webp', 'avif'] as const;

export type ImageFormat = (typeof imageFormats)[number];

/**
 * A stored picture is at most this many times as high as its width, and narrower if needed: very tall
 * pictures exceed the limits of WebP and memory.
 */
export const maxImageHeightPerWidth = 4;

/** The accepted types, checked by content. For the `accept` attribute of file inputs. */
export const acceptedImageTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/heif',
] as const;

/** The accepted types, for messages. */
export const acceptedImageNames = 'JPEG, PNG, WebP, GIF, AVIF, or HEIC';

/** The minimum size of a part of a multipart upload, in bytes; the last one may be smaller. */
export const minUploadPartBytes = 5 * 1024 * 1024;

/** The highest part number of a multipart upload. */
export const maxUploadParts = 10_000;

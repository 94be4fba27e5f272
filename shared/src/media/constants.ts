/** Largest picture file accepted, in bytes: 10 MB. */
export const maxImageBytes = 10_485_760;

/** Largest picture accepted, in pixels: 40 megapixels. */
export const maxImagePixels = 40_000_000;

/** Widths in pixels every picture is stored in, smallest first. */
export const imageWidths = [320, 640, 1280] as const;

export type ImageWidth = (typeof imageWidths)[number];

/** What pictures are stored as: WebP at once, AVIF beside it once that is made. */
export const imageFormats = ['webp', 'avif'] as const;

export type ImageFormat = (typeof imageFormats)[number];

/**
 * A stored picture is at most this many times as high as its width, and is made narrower where
 * it has to be: a very tall picture would otherwise pass what WebP and memory can hold.
 */
export const maxImageHeightPerWidth = 4;

/** Kinds of picture accepted, judged by content. For the `accept` of a file box. */
export const acceptedImageTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/heif',
] as const;

/** The accepted kinds as people know them, for messages. */
export const acceptedImageNames = 'JPEG, PNG, WebP, GIF, AVIF or HEIC';

/** Smallest part of an upload in parts, in bytes; the last one may be smaller. */
export const minUploadPartBytes = 5 * 1024 * 1024;

/** Highest number of a part of an upload. */
export const maxUploadParts = 10_000;

/** Maximum size of a picture file, in bytes: 10 MB. */
export const maxImageBytes = 10_485_760;

/** Maximum size of a picture, in pixels: 40 megapixels. */
export const maxImagePixels = 40_000_000;

/** The stored widths of each picture, in px, ascending. */
export const imageWidths = [320, 640, 1280] as const;

export type ImageWidth = (typeof imageWidths)[number];

/** Pictures are stored as WebP at once, and as AVIF later. */
export const imageFormats = ['webp', 'avif'] as const;

export type ImageFormat = (typeof imageFormats)[number];

/**
 * Maximum ratio of a stored picture's height to its width. A taller picture is stored narrower,
 * since very tall ones exceed the limits of WebP and memory.
 */
export const maxImageHeightPerWidth = 4;

const accepted = ['jpeg', 'png', 'webp', 'gif', 'avif', 'heic', 'heif'] as const;

/** The accepted media types. The server checks the content. */
export const acceptedImageTypes = accepted.map((kind) => `image/${kind}` as const);

/**
 * The `accept` attribute of file inputs. Some systems know HEIC only by its extension. With
 * `image/*`, iPhones might no longer convert their photos to JPEG.
 */
export const imageInputTypes = [...acceptedImageTypes, '.heic', '.heif'];

/** The accepted types, for messages to the user. */
export const acceptedImageNames = 'JPEG, PNG, WebP, GIF, AVIF, or HEIC';

/** Minimum size of a part of a multipart upload, in bytes. The last part may be smaller. */
export const minUploadPartBytes = 5 * 1024 * 1024;

export const maxUploadParts = 10_000;

import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp';
import {
  acceptedImageNames,
  imageWidths,
  maxImageBytes,
  maxImageHeightPerWidth,
  maxImagePixels,
  type ImageWidth,
} from '@marketplace/shared/media/constants';
import { displayFileName, ImageError } from './image-error.ts';
import { imageKindOf, type ImageKind } from './image-kind.ts';
import { limitConcurrency } from './limit-concurrency.ts';

export interface ProcessedImage {
  /** Of the largest file, upright, in pixels. */
  width: number;
  height: number;
  /** A WebP data URL of less than 300 characters, to show until the picture is there. */
  placeholder: string;
  /** One WebP for each stored width; a small picture is not enlarged, so they may be alike. */
  files: { width: ImageWidth; body: Buffer }[];
}

interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

const quality = 78;
/** Of 0 to 6: 2 is a third quicker, but now and then makes a file 40 % larger. */
const effort = 3;
/** At this effort a photo in all widths takes a second, and the usual 4 three times as long. */
const avif = { quality: 55, effort: 2 };
const largestWidth: ImageWidth = 1280;
const placeholderPixels = 16;
/** In seconds: a picture made to be slow gives up its place. */
const decodeTimeout = 20;

// Only these decoders can ever be reached in this process: no SVG, PDF or TIFF, and no file names.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}Buffer`),
});
// One thread a picture, two pictures at a time; a large one, whose decoding can take 700 MB, alone.
sharp.concurrency(1);
sharp.cache(false);
const takingTurns = limitConcurrency(2);
const largePixels = maxImagePixels / 2;

/**
 * Checks an uploaded picture by its content and makes the files to store: upright, sRGB, WebP,
 * without any metadata. Of an animation the first frame is kept.
 * Throws {@link ImageError} for whatever is not a whole, accepted picture within the limits.
 */
export async function processImage(input: Buffer, fileName: string): Promise<ProcessedImage> {
  return withPixels(input, fileName, encodePixels);
}

/**
 * A picture, checked as by `processImage`, as a JPEG without metadata whose longest side has at
 * most `side` pixels (up to 1280). Throws {@link ImageError} likewise.
 */
export async function shrinkToJpeg(input: Buffer, fileName: string, side: number): Promise<Buffer> {
  const size: ResizeOptions = {
    width: side,
    height: side,
    fit: 'inside',
    withoutEnlargement: true,
  };
  return withPixels(input, fileName, (largest) =>
    fromPixels(largest)
      .resize(size)
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80 })
      .toBuffer(),
  );
}

/** Checks and decodes a picture and gives its pixels to `use`, in its turn. */
async function withPixels<T>(
  input: Buffer,
  fileName: string,
  use: (largest: Pixels) => Promise<T>,
): Promise<T> {
  const name = displayFileName(fileName);
  assertImageBytes(input.length, name);
  const kind = imageKindOf(input);
  if (!kind) {
    throw new ImageError(400, `${name} is not a picture we accept. Use ${acceptedImageNames}.`);
  }
  const pixels = await readPixelCount(input).catch((cause: unknown) => {
    throw unreadable(name, kind, cause);
  });
  if (pixels > maxImagePixels) throw tooManyPixels(name, pixels);

  return takingTurns(pixels > largePixels ? 2 : 1, async () => {
    const largest = await decode(input).catch((cause: unknown) => {
      throw unreadable(name, kind, cause);
    });
    return use(largest);
  });
}

/** The files to store of a decoded picture that is no larger than the largest stored width. */
async function encodePixels(largest: Pixels): Promise<ProcessedImage> {
  const files = await Promise.all(
    imageWidths.map(async (width) => ({
      width,
      body: await fromPixels(largest).resize(boxOf(width)).webp({ quality, effort }).toBuffer(),
    })),
  );
  const { width, height } = largest.info;
  return { width, height, files, placeholder: await makePlaceholder(fromPixels(largest)) };
}

/** The same widths as AVIF, of a file that `encodePixels` made in the largest of them. */
export async function encodeAvif(largest: Buffer): Promise<ProcessedImage['files']> {
  return takingTurns(1, () =>
    Promise.all(
      imageWidths.map(async (width) => ({
        width,
        body: await sharp(largest).resize(boxOf(width)).avif(avif).toBuffer(),
      })),
    ),
  );
}

/** Throws {@link ImageError} for a file of no bytes or too many; `name` is as messages show it. */
export function assertImageBytes(bytes: number, name: string): void {
  if (bytes === 0) throw new ImageError(400, `${name} is empty.`);
  if (bytes <= maxImageBytes) return;
  // Rounded up, so that a file just over the limit is not said to be as large as the limit.
  const megabytes = Math.ceil((bytes / 1024 / 1024) * 10) / 10;
  const most = maxImageBytes / 1024 / 1024;
  throw new ImageError(413, `${name} is ${megabytes.toFixed(1)} MB; the most is ${most} MB.`);
}

/** From the header alone; nothing is decoded. */
async function readPixelCount(input: Buffer): Promise<number> {
  const { width, height } = await sharp(input, { limitInputPixels: false }).metadata();
  return width * height;
}

/** Decodes once, upright and no larger than the largest stored width, to bare sRGB pixels. */
async function decode(input: Buffer): Promise<Pixels> {
  return sharp(input, { failOn: 'error', limitInputPixels: maxImagePixels, sequentialRead: true })
    .autoOrient()
    .resize(boxOf(largestWidth))
    .toColourspace('srgb')
    .timeout({ seconds: decodeTimeout })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
}

function unreadable(name: string, kind: ImageKind, cause: unknown): ImageError {
  const problem =
    kind === 'heic'
      ? `${name} is a HEIC picture that this server cannot read. Save it as JPEG and try again.`
      : cause instanceof Error && cause.message.includes('timeout: ')
        ? `${name} takes too long to read. Save it anew, smaller, and try again.`
        : `${name} cannot be read: the file is damaged or incomplete.`;
  return new ImageError(400, problem, { cause });
}

function tooManyPixels(name: string, pixels: number): ImageError {
  const megapixels = Math.ceil(pixels / 100_000) / 10;
  const most = maxImagePixels / 1_000_000;
  return new ImageError(
    400,
    `${name} has ${megapixels.toFixed(1)} megapixels; the most is ${most} megapixels.`,
  );
}

function boxOf(width: number): ResizeOptions {
  const height = width * maxImageHeightPerWidth;
  return { width, height, fit: 'inside', withoutEnlargement: true };
}

function fromPixels({ data, info }: Pixels): Sharp {
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

/** A tiny WebP as a data URL of less than 300 characters, to show until the picture is there. */
export async function makePlaceholder(picture: Sharp): Promise<string> {
  const body = await picture
    .resize({ width: placeholderPixels, height: placeholderPixels, fit: 'inside' })
    // An alpha channel would double its size.
    .flatten({ background: '#ffffff' })
    .webp({ quality: 20, effort: 6 })
    .toBuffer();
  return `data:image/webp;base64,${body.toString('base64')}`;
}

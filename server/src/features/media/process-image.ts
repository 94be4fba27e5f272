import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import {
  acceptedImageNames,
  imageWidths,
  maxImageBytes,
  maxImageHeightPerWidth,
  maxImagePixels,
  type ImageWidth,
} from '@marketplace/shared/media/constants';
import { isolated } from '@marketplace/shared/direction';
import { AppError, badField } from '../../errors.ts';
import { decodeHeic, tookTooLong, unreadableHeic } from './decode-heic.ts';

export interface ProcessedImage {
  /** The size of the largest file, upright, in pixels. */
  width: number;
  height: number;
  /** A WebP data URL of less than 300 characters, shown while the picture loads. */
  placeholder: string;
  /** A 64-bit hash, as a number, in which pictures that look the same differ in few bits. */
  look: string;
  /** One WebP for each stored width. A small picture is not enlarged, so they may be equal. */
  files: { width: ImageWidth; body: Buffer }[];
}

type Pixels = Awaited<ReturnType<typeof decode>>;

const quality = 78;
/** The effort, from 0 to 6. At 2, encoding is a third faster, but some files are 40 % larger. */
const effort = 3;
/** At this effort, a photo in all widths takes a second. At the default of 4, it takes three. */
const avif = { quality: 55, effort: 2 };
const largestWidth: ImageWidth = 1280;
const placeholderPixels = 16;
/** The time limit in seconds, so that a picture made to decode slowly does not block others. */
const decodeTimeout = 20;

// Only these decoders can be used in this process: no SVG, PDF or TIFF, and no file names.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}Buffer`),
});
// Each picture uses one thread, and two are processed at a time. A large one, which can need 700
// MB, runs alone.
sharp.concurrency(1);
sharp.cache(false);
const limited = limitConcurrency(2);

/**
 * Checks an uploaded picture by its content and creates the files to store: upright, sRGB, WebP,
 * without metadata. Uses the first frame of an animation. Throws a refusal of `file` that names it
 * unless it is a complete, accepted picture within the limits.
 */
export async function processImage(input: Buffer, fileName: string): Promise<ProcessedImage> {
  return withPixels(input, fileName, async (largest) => {
    const files = await inAllWidths((box) =>
      fromPixels(largest).resize(box).webp({ quality, effort }).toBuffer(),
    );
    const { width, height } = largest.info;
    const placeholder = await makePlaceholder(fromPixels(largest));
    return { width, height, files, placeholder, look: await hashLook(fromPixels(largest)) };
  });
}

/** Returns a checked picture as a bare JPEG, at most `side` (up to 1280) pixels wide and high. */
export async function shrinkToJpeg(input: Buffer, fileName: string, side: number): Promise<Buffer> {
  return withPixels(input, fileName, (largest) =>
    fromPixels(largest)
      .resize(boxOf(side, side))
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80 })
      .toBuffer(),
  );
}

/** Checks and decodes a picture, then runs `use` on its pixels, within the concurrency limit. */
async function withPixels<T>(
  input: Buffer,
  fileName: string,
  use: (largest: Pixels) => Promise<T>,
): Promise<T> {
  const name = displayFileName(fileName);
  assertFits(name, input.length);
  const kind = imageKindOf(input);
  if (!kind) throw notAPicture(name);
  const unreadable = (cause: unknown): never => {
    if (cause instanceof Error && cause.message.includes('timeout: ')) {
      throw badField('file', tookTooLong(name));
    }
    if (kind === 'heic') throw badField('file', unreadableHeic(name));
    throw badField('file', `We can't read ${name}. The file is damaged or incomplete.`);
  };
  // Reads only the header.
  const { width, height, icc } = await sharp(input, { limitInputPixels: false })
    .metadata()
    .catch(unreadable);
  const pixels = width * height;
  if (pixels > maxImagePixels) {
    const megapixels = (Math.ceil(pixels / 100_000) / 10).toFixed(1);
    const limit = maxImagePixels / 1_000_000;
    const problem = `${name} has ${megapixels} megapixels. The limit is ${limit} megapixels.`;
    throw badField('file', problem);
  }
  const weight = pixels > maxImagePixels / 2 ? 2 : 1;
  return limited(weight, async () => {
    const heic = { name, profile: icc, box: boxOf(largestWidth), timeout: decodeTimeout * 1000 };
    const readable = kind === 'heic' ? await decodeHeic(input, heic) : input;
    return use(await decode(readable).catch(unreadable));
  });
}

/** Encodes the largest stored WebP file as AVIF in all widths. */
export async function encodeAvif(largest: Buffer): Promise<ProcessedImage['files']> {
  return limited(1, () => inAllWidths((box) => sharp(largest).resize(box).avif(avif).toBuffer()));
}

function inAllWidths(encode: (box: ResizeOptions) => Promise<Buffer>) {
  return Promise.all(
    imageWidths.map(async (width) => ({ width, body: await encode(boxOf(width)) })),
  );
}

/** Throws a refusal that names the file if it is empty or exceeds the size limit. */
export function assertFits(fileName: string, bytes: number): void {
  const name = displayFileName(fileName);
  if (bytes === 0) throw badField('file', `${name} is empty.`);
  if (bytes <= maxImageBytes) return;
  // Rounded up, so that the stated size of a file just over the limit is not the limit.
  const megabytes = Math.ceil((bytes / 1024 / 1024) * 10) / 10;
  const limit = maxImageBytes / 1024 / 1024;
  throw tooLarge(`${name} is ${megabytes.toFixed(1)} MB. The limit is ${limit} MB.`);
}

export function tooLarge(message: string): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', message, { issues: [{ path: 'file', message }] });
}

export function notAPicture(name: string): AppError {
  return badField('file', `${name} isn't a supported image. Use ${acceptedImageNames}.`);
}

/** Decodes a picture to raw sRGB pixels, upright and no larger than the largest stored width. */
async function decode(input: Buffer) {
  return sharp(input, { failOn: 'error', limitInputPixels: maxImagePixels, sequentialRead: true })
    .autoOrient()
    .resize(boxOf(largestWidth))
    .toColourspace('srgb')
    .timeout({ seconds: decodeTimeout })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
}

function boxOf(width: number, height = width * maxImageHeightPerWidth): ResizeOptions {
  return { width, height, fit: 'inside', withoutEnlargement: true };
}

function fromPixels({ data, info }: Pixels): Sharp {
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

/** Returns a tiny WebP as a data URL of less than 300 characters. */
export async function makePlaceholder(picture: Sharp): Promise<string> {
  const body = await picture
    .resize({ width: placeholderPixels, height: placeholderPixels, fit: 'inside' })
    // An alpha channel would double the size.
    .flatten({ background: '#ffffff' })
    .webp({ quality: 20, effort: 6 })
    .toBuffer();
  return `data:image/webp;base64,${body.toString('base64')}`;
}

/** Hashes whether each of 9 by 8 gray pixels is brighter than the next one in its row. */
async function hashLook(picture: Sharp): Promise<string> {
  const box = { width: 9, height: 8, fit: 'fill' } as const;
  const pixels = await picture.flatten().grayscale().resize(box).raw().toBuffer();
  const bits = Array.from({ length: 64 }, (_, index) => {
    const at = index + Math.floor(index / 8);
    return Number((pixels[at] ?? 0) > (pixels[at + 1] ?? 0));
  });
  return BigInt.asIntN(64, BigInt(`0b${bits.join('')}`)).toString();
}

/** Makes a file name safe for a message: no path, no control characters, at most 60 characters. */
export function displayFileName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? '';
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  const characters = Array.from(plain);
  if (characters.length === 0) return 'The file';
  return isolated(characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : plain);
}

type ImageKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic';

/** AVIF and HEIC share a container. Its first box names the codec in four letters. */
const avifBrands = new Set(['avif', 'avis']);
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Returns a picture's kind by its first bytes, or null if it is not accepted. */
export function imageKindOf(input: Buffer): ImageKind | null {
  const ascii = (start: number, end: number) => input.toString('latin1', start, end);
  if (ascii(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'gif';
  if (ascii(4, 8) !== 'ftyp') return null;
  const brands = brandsOf(input);
  if (brands.some((brand) => avifBrands.has(brand))) return 'avif';
  return brands.some((brand) => heicBrands.has(brand)) ? 'heic' : null;
}

/** Returns the major brand and the compatible brands, which follow a version of four bytes. */
function brandsOf(input: Buffer): string[] {
  if (input.length < 16) return [];
  const end = Math.min(input.readUInt32BE(0), input.length, 128);
  const brands = [input.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(input.toString('latin1', at, at + 4));
  return brands;
}

/** Runs work in order while the sum of weights is at most `limit`. No weight may exceed it. */
export function limitConcurrency(limit: number) {
  const waiting: { weight: number; start: () => void }[] = [];
  let running = 0;

  /** Only the first in line may start, so that light work cannot starve heavy work. */
  const startWhatFits = () => {
    while (waiting[0] && running + waiting[0].weight <= limit) {
      const next = waiting.shift();
      running += next?.weight ?? 0;
      next?.start();
    }
  };

  return async function limited<T>(weight: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      waiting.push({ weight, start });
      startWhatFits();
    });
    try {
      return await work();
    } finally {
      running -= weight;
      startWhatFits();
    }
  };
}

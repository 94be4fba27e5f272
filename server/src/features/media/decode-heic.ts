import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type ResizeOptions } from 'sharp';
import { badField } from '../../errors.ts';

/** Upright pixels in the photo's color space, one byte per channel. */
export interface HeicPixels {
  data: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
  channels: 3 | 4;
}

/** The memory limit of the decoder in bytes. A photo of 40 megapixels with 10 bits needs most of it. */
const maxDecoderBytes = 512 * 1024 * 1024;

interface Photo {
  /** The name for messages. */
  name: string;
  /** The ICC profile of the file, if it has one. Most iPhone photos are in Display P3. */
  profile: Buffer | undefined;
  /** The size of the result. */
  box: ResizeOptions;
  /** The time limit in ms. */
  timeout: number;
}

/**
 * Decodes a HEIC photo to an uncompressed PNG, upright and with the photo's color profile, for the
 * same steps as other pictures. Each photo has a separate worker thread, so that decoding delays
 * nothing else, can be stopped, and leaves nothing behind. Throws a refusal of `file` that names it
 * if the photo is unreadable or takes too long, or if the optional decoder is not installed.
 */
export async function decodeHeic(
  file: Buffer,
  { name, profile, box, timeout }: Photo,
  script = new URL('./heic-worker.ts', import.meta.url),
): Promise<Buffer> {
  if (!isWhole(file)) throw badField('file', unreadableHeic(name));
  const { data, width, height, channels } = await pixelsOf(file, script, timeout).catch((error) => {
    throw badField('file', reasonOf(error, name));
  });
  const png = await sharp(data, { raw: { width, height, channels } })
    .resize(box)
    .png({ compressionLevel: 0 })
    .toBuffer();
  return profile ? withProfile(png, profile) : png;
}

/** Returns false if the file ends within its image data. The decoder would leave the rest black. */
function isWhole(file: Buffer): boolean {
  for (let at = 0; at + 16 <= file.length;) {
    const stated = file.readUInt32BE(at);
    const size = stated === 1 ? Number(file.readBigUInt64BE(at + 8)) : stated;
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'mdat' && at + size > file.length) return false;
    // The last part may have no size, and bytes of another format may follow it.
    if (size < 8) return true;
    at += size;
  }
  return true;
}

async function pixelsOf(file: Buffer, script: URL, timeout: number): Promise<HeicPixels> {
  const worker = new Worker(script, {
    workerData: { file: new Uint8Array(file), maxBytes: maxDecoderBytes },
    resourceLimits: { maxOldGenerationSizeMb: 64 },
    // The decoder prints its opinion of broken files.
    stdout: true,
    stderr: true,
  });
  try {
    const [pixels] = await once(worker, 'message', { signal: AbortSignal.timeout(timeout) });
    return pixels;
  } finally {
    await worker.terminate();
  }
}

function reasonOf(error: unknown, name: string): string {
  const { name: kind, code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_MODULE_NOT_FOUND') {
    return `We can't read HEIC photos here. Save ${name} as JPEG and try again.`;
  }
  return kind === 'AbortError' ? tookTooLong(name) : unreadableHeic(name);
}

export function tookTooLong(name: string): string {
  return `${name} took too long to process. Save a smaller copy and try again.`;
}

/** The text for a damaged file, a video, and a codec that is unknown to the decoder. */
export function unreadableHeic(name: string): string {
  return `We can't read a photo in ${name}. Save it as JPEG and try again.`;
}

/** The length of the signature and the header of a PNG, after which a color profile may follow. */
const pngHeaderBytes = 33;

/** Adds a color profile to a PNG, because raw pixels cannot be given one without converting them. */
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  const header = png.subarray(0, pngHeaderBytes);
  return Buffer.concat([header, length, body, sum, png.subarray(pngHeaderBytes)]);
}

import sharp from 'sharp';
import { crc32, deflateSync } from 'node:zlib';

export type Rgb = [number, number, number];
export const red: Rgb = [220, 30, 30];
export const blue: Rgb = [30, 30, 220];

/** Creates a picture of one color. */
export function plain(width: number, height: number, [r, g, b]: Rgb = red) {
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } });
}

/** Creates a picture of noise, because a plain picture compresses to nearly nothing. */
export async function grainy(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const small = { width: 160, height: 120, channels: 3, background: '#888', noise } as const;
  const png = await sharp({ create: small }).png().toBuffer();
  return sharp(png).resize(width, height, { fit: 'fill' });
}

/** Creates a picture whose left half is red and whose right half is blue. */
export async function halves(width: number, height: number) {
  const right = await plain(width / 2, height, blue)
    .png()
    .toBuffer();
  return plain(width, height).composite([{ input: right, left: width / 2, top: 0 }]);
}

/** Creates a photo with GPS data, as a phone does. */
export async function jpegWithGps(width: number, height: number): Promise<Buffer> {
  const place = { GPSLatitudeRef: 'N', GPSLatitude: '42/1 39/1 9/1' };
  return (await grainy(width, height)).withExif({ IFD3: place }).jpeg().toBuffer();
}

/**
 * Checks whether a picture has EXIF, and in it a block of GPS data (tag 0x8825, in either byte
 * order).
 */
export async function metadataOf(image: Buffer): Promise<{ hasExif: boolean; hasGps: boolean }> {
  const { exif } = await sharp(image).metadata();
  const hasGps = ['\x88\x25', '\x25\x88'].some((tag) => exif?.includes(tag, 0, 'latin1'));
  return { hasExif: exif !== undefined, hasGps };
}

/** Creates a PNG of a few bytes that claims to be of any size. */
export function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(100))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeHeic } from './decode-heic.ts';
import { colorProfile, heicFile, mirrored, tiledHeic, tilesOf, turned } from './heic.fixtures.ts';
import { blue, metadataOf, plain, red, type Rgb } from './images.fixtures.ts';
import { processImage, shrinkToJpeg } from './process-image.ts';

const halves = tilesOf(await heicFile('x265'));
const size: [number, number] = [320, 240];
/** A photo of one tile whose left half is red and whose right half is blue. */
const photo = { tiles: halves, tileSize: size, size, columns: 1, rows: 1 };

async function processed(file: Buffer) {
  const { width, height, files } = await processImage(file, 'IMG_0001.HEIC');
  return { width, height, webp: files[2]!.body };
}

/** Expects a color in the middle of each quarter of a picture: from left to right, then below. */
async function expectQuarters(picture: Buffer, ...colors: Rgb[]) {
  const { width, height } = await sharp(picture).metadata();
  for (const [index, color] of colors.entries()) {
    const left = Math.floor((width * (1 + 2 * (index % 2))) / 4);
    const top = Math.floor((height * (index < 2 ? 1 : 3)) / 4);
    const area = { left, top, width: 1, height: 1 };
    const pixel = [...(await sharp(picture).extract(area).raw().toBuffer())];
    expect(pixel).toHaveLength(3);
    for (const [i, value] of color.entries()) expect(Math.abs(pixel[i]! - value)).toBeLessThan(16);
  }
}

async function refusal(file: Buffer): Promise<{ code: string; message: string }> {
  return processImage(file, 'IMG_0001.HEIC').then(
    () => ({ code: 'none', message: '' }),
    ({ code, message }: Error & { code: string }) => ({ code, message }),
  );
}

const unreadable = {
  code: 'BAD_REQUEST',
  message: "We can't read a photo in IMG_0001.HEIC. Save it as JPEG and try again.",
};

describe('a HEIC photo', () => {
  it('of a phone, in two tiles, is stored upright, with its colors', async () => {
    const { width, height, webp } = await processed(await heicFile('phone'));
    expect([width, height]).toEqual([512, 1024]);
    await expectQuarters(webp, [177, 124, 85], [168, 118, 78], [132, 94, 61], [128, 91, 55]);
  });

  it('of a camera with 10 bits per channel is stored', async () => {
    const { width, height, webp } = await processed(await heicFile('camera'));
    expect([width, height]).toEqual([1280, 853]);
    await expectQuarters(webp, [173, 133, 97], [153, 111, 78], [147, 115, 76], [91, 62, 33]);
  });

  it('of a computer is stored, whatever its name', async () => {
    const { files } = await processImage(await heicFile('x265'), 'photo.jpg');
    await expectQuarters(files[2]!.body, red, blue, red, blue);
  });

  it('is converted from Display P3, so that its colors do not get dull', async () => {
    const { webp } = await processed(await heicFile('x265-wide'));
    const color: Rgb = [200, 60, 60];
    await expectQuarters(webp, color, color, color, color);
    const { icc } = await sharp(await heicFile('x265-wide')).metadata();
    const wide = tiledHeic({ ...photo, properties: [colorProfile(icc!)] });
    const { data } = await sharp((await processed(wide)).webp)
      .extract({ left: 80, top: 120, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    // The same numbers mean a stronger red in Display P3.
    expect(data[0]).toBeGreaterThan(red[0] + 8);
  });

  it('is turned and mirrored once, as the file says, not again by its EXIF data', async () => {
    const turnedByExif = await plain(8, 8)
      .withExif({ IFD0: { Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { exif } = await sharp(turnedByExif).metadata();
    const cases: [Buffer[], [number, number], Rgb[]][] = [
      [[], [320, 240], [red, blue, red, blue]],
      [[turned(1)], [240, 320], [blue, blue, red, red]],
      [[turned(2)], [320, 240], [blue, red, blue, red]],
      [[turned(3)], [240, 320], [red, red, blue, blue]],
      [[mirrored], [320, 240], [blue, red, blue, red]],
      [
        [turned(1), mirrored],
        [240, 320],
        [blue, blue, red, red],
      ],
    ];
    for (const [properties, expected, colors] of cases) {
      const { width, height, webp } = await processed(
        tiledHeic({ ...photo, properties, exif: exif! }),
      );
      expect([width, height]).toEqual(expected);
      await expectQuarters(webp, ...colors);
    }
  });

  it('loses its EXIF data and the place where it was taken', async () => {
    const place = { GPSLatitudeRef: 'N', GPSLatitude: '42/1 39/1 9/1' };
    const jpeg = await plain(8, 8).withExif({ IFD3: place }).jpeg().toBuffer();
    const { exif } = await sharp(jpeg).metadata();
    const file = tiledHeic({ ...photo, exif: exif! });
    expect(await metadataOf(file)).toEqual({ hasExif: true, hasGps: true });
    const { webp } = await processed(file);
    expect(await metadataOf(webp)).toEqual({ hasExif: false, hasGps: false });
  });

  it('of a phone, in 48 tiles, is decoded while the server does other work', async () => {
    const tiles = tilesOf(await heicFile('phone'));
    const file = tiledHeic({
      tiles,
      tileSize: [512, 512],
      size: [4032, 3024],
      columns: 8,
      rows: 6,
    });
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    const { width, height } = await processed(file);
    clearInterval(timer);
    expect([width, height]).toEqual([1280, 960]);
    expect(turns).toBeGreaterThan(20);
  });

  it('may have 40 megapixels', async () => {
    const tiles = tilesOf(await heicFile('camera'));
    const file = tiledHeic({
      tiles,
      tileSize: [2880, 1920],
      size: [8000, 5000],
      columns: 3,
      rows: 3,
    });
    expect(await processed(file)).toMatchObject({ width: 1280, height: 800 });
  });

  it('can be described by AI, as a JPEG', async () => {
    const jpeg = await shrinkToJpeg(await heicFile('x265'), 'IMG_0001.HEIC', 100);
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 100, height: 75 });
  });
});

describe('a HEIC file that is refused', () => {
  it.each(['phone', 'x265'] as const)('is cut short (%s)', async (name) => {
    const whole = await heicFile(name);
    for (const share of [0.1, 0.3, 0.6, 0.9]) {
      expect(await refusal(whole.subarray(0, Math.floor(whole.length * share)))).toEqual(
        unreadable,
      );
    }
  });

  it.each([
    ['is a film', heicFile('x265-film')],
    ['has no photo', tiledHeic({ ...photo, primary: 777 })],
    ['is larger than it says', tiledHeic({ ...photo, tileSize: [64, 64], size: [64, 64] })],
    ['is smaller than it says', tiledHeic({ ...photo, size: [5000, 5000] })],
    ['has smaller tiles than it says', tiledHeic({ ...photo, tileSize: [5000, 5000] })],
    ['has 10,000 tiles', tiledHeic({ ...photo, columns: 100, rows: 100 })],
    ['needs more memory than it says', hugeHeic({ tileSize: [512, 512], size: [512, 512] })],
    ['needs too much memory', hugeHeic({ tileSize: [16_000, 12_000] })],
    ['is an AVIF that calls itself HEIC', avifAsHeic()],
  ])('%s', async (_case, file) => {
    expect(await refusal(await file)).toEqual(unreadable);
    // The server goes on.
    expect(await processed(await heicFile('x265'))).toMatchObject({ width: 320 });
  });

  it('has damaged bytes anywhere, or is still a photo', async () => {
    const whole = await heicFile('phone');
    const place = fc.integer({ min: 12, max: whole.length - 1 });
    // The first thousand bytes describe the rest, so most damage is there.
    const damage = fc.tuple(fc.oneof(fc.integer({ min: 12, max: 1000 }), place), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (bytes) => {
        const file = Buffer.from(whole);
        for (const [at, value] of bytes) file[at] = value;
        const outcome = await refusal(file);
        expect(['none', 'BAD_REQUEST']).toContain(outcome.code);
      }),
      { numRuns: 30 },
    );
  }, 60_000);

  it('says that it has more than 40 megapixels, and is refused before it is decoded', async () => {
    expect(await refusal(tiledHeic({ ...photo, size: [8000, 6000] }))).toEqual({
      code: 'BAD_REQUEST',
      message: 'IMG_0001.HEIC has 48.0 megapixels. The limit is 40 megapixels.',
    });
  });

  const options = { name: 'a.heic', profile: undefined, box: { width: 100 }, timeout: 60_000 };

  it('takes too long, and its decoding is stopped', async () => {
    const file = await hugeHeic({ tileSize: [16_000, 12_000], columns: 15, rows: 15 });
    const message = 'a.heic took too long to process. Save a smaller copy and try again.';
    await expect(decodeHeic(file, { ...options, timeout: 300 })).rejects.toThrow(message);
  });

  it('cannot be read where the decoder is not installed', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'no-decoder-'));
    const script = path.join(folder, 'heic-worker.ts');
    await copyFile(new URL('./heic-worker.ts', import.meta.url), script);
    const decoded = decodeHeic(await heicFile('x265'), options, pathToFileURL(script));
    const message = "We can't read HEIC photos here. Save a.heic as JPEG and try again.";
    await expect(decoded).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
    await rm(folder, { recursive: true });
  });
});

/** A tile of 192 megapixels, which the file may deny. */
async function hugeHeic(lies: Partial<Parameters<typeof tiledHeic>[0]>): Promise<Buffer> {
  return tiledHeic({ ...photo, tiles: tilesOf(await heicFile('x265-huge')), ...lies });
}

async function avifAsHeic(): Promise<Buffer> {
  const avif = await plain(64, 64).avif().toBuffer();
  const end = avif.readUInt32BE(0);
  const brands = avif.toString('latin1', 0, end).replaceAll('avif', 'heic');
  return Buffer.concat([Buffer.from(brands, 'latin1'), avif.subarray(end)]);
}

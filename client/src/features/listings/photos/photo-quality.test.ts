import { readdir } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { judgedSide, judgePixels } from './photo-quality.ts';

const folder = new URL('../../../../../db/src/demo/pictures/', import.meta.url);
const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.webp'));
/** Every 20th demo picture, for what takes long. */
const some = names.filter((_, index) => index % 20 === 0);
const demo = (name: string) => sharp(new URL(name, folder).pathname);

/** Applies the changes, because sharp would otherwise scale the picture before it blurs it. */
async function changed(picture: Sharp): Promise<Sharp> {
  return sharp(await picture.png({ compressionLevel: 1 }).toBuffer());
}

async function judge(picture: Sharp) {
  const { data, info } = await picture
    .resize(judgedSide, judgedSide, { fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return judgePixels({ ...info, data: Uint8ClampedArray.from(data) });
}

/** Returns the pictures that have another hint than the expected one. */
async function others(
  chosen: string[],
  expected: string | null,
  change: (picture: Sharp) => Promise<Sharp> | Sharp,
) {
  const hints = await Promise.all(
    chosen.map(async (name) => ({ name, hint: await judge(await change(demo(name))) })),
  );
  return hints.filter(({ hint }) => hint !== expected);
}

test('no demo picture gets a hint', async () => {
  expect(names.length).toBeGreaterThan(300);
  expect(await others(names, null, (picture) => picture)).toEqual([]);
});

test('a photo taken in a dark room gets a hint', async () => {
  const dark = 'This photo looks dark. Daylight helps.';
  expect(await others(some, dark, (picture) => changed(picture.linear(0.2)))).toEqual([]);
});

test('a photo out of focus gets a hint', async () => {
  const blurred = 'This photo looks blurred.';
  expect(await others(some, blurred, (picture) => changed(picture.blur(14)))).toEqual([]);
});

test('a photo of a sharp object in front of a blurred room gets no hint', async () => {
  const name = some.find((one) => one.startsWith('listings/')) ?? '';
  const object = await demo(name).resize(320, 240).toBuffer();
  const photo = await changed(
    demo(name)
      .blur(20)
      .composite([{ input: object }]),
  );
  expect(await judge(photo)).toBeNull();
});

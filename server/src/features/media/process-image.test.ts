import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { blue, grainy, halves, metadataOf, plain, red, type Rgb } from './images.fixtures.ts';
import { processImage, type ProcessedImage } from './process-image.ts';

async function pixelAt(image: Buffer, left: number, top: number): Promise<number[]> {
  const area = { left, top, width: 1, height: 1 };
  return [...(await sharp(image).extract(area).raw().toBuffer())];
}

function expectClose(pixel: number[], expected: number[]) {
  expect(pixel).toHaveLength(expected.length);
  pixel.forEach((value, i) => expect(Math.abs(value - (expected[i] ?? NaN))).toBeLessThan(12));
}

const largest = (image: ProcessedImage) => image.files[2]!.body;

describe('a picture that is accepted', () => {
  it('is encoded as WebP in three widths, with its size and a small placeholder', async () => {
    const input = await (await grainy(2000, 1500)).jpeg().toBuffer();
    const image = await processImage(input, 'photo.jpg');
    expect(image).toMatchObject({ width: 1280, height: 960 });
    const sizes = await Promise.all(
      image.files.map(async ({ width, body }) => {
        const meta = await sharp(body).metadata();
        return [width, meta.format, meta.width, meta.height];
      }),
    );
    expect(sizes).toEqual([
      [320, 'webp', 320, 240],
      [640, 'webp', 640, 480],
      [1280, 'webp', 1280, 960],
    ]);
    expect(image.placeholder.length).toBeLessThan(300);
    const tiny = Buffer.from(image.placeholder.replace('data:image/webp;base64,', ''), 'base64');
    expect(await sharp(tiny).metadata()).toMatchObject({ format: 'webp', width: 16, height: 12 });
  });

  it('is not enlarged, but has three files', async () => {
    const image = await processImage(await plain(100, 50).png().toBuffer(), 'small.png');
    expect(image).toMatchObject({ width: 100, height: 50 });
    const metas = await Promise.all(image.files.map(({ body }) => sharp(body).metadata()));
    expect(metas.map((meta) => meta.width)).toEqual([100, 100, 100]);
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'may be %s, under any name',
    async (format) => {
      const input = await (await halves(80, 40)).toFormat(format).toBuffer();
      const image = await processImage(input, 'anything.txt');
      expect(image).toMatchObject({ width: 80, height: 40 });
      expectClose(await pixelAt(largest(image), 10, 20), red);
      expectClose(await pixelAt(largest(image), 70, 20), blue);
    },
  );

  it('loses its location, its camera and all other metadata', async () => {
    const input = await (
      await grainy(800, 600)
    )
      .withExif({
        IFD0: { Model: 'Camera-0815', ImageDescription: 'at-home' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '42/1 39/1 9/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>at-home</note></x:xmpmeta>')
      .jpeg()
      .toBuffer();
    const before = await sharp(input).metadata();
    expect(await metadataOf(input)).toEqual({ hasExif: true, hasGps: true });
    expect(before.xmp?.includes('at-home')).toBe(true);

    const image = await processImage(input, 'photo.jpg');
    const tiny = Buffer.from(image.placeholder.split(',')[1] ?? '', 'base64');
    for (const body of [tiny, ...image.files.map((file) => file.body)]) {
      const { exif, xmp, icc, iptc, orientation, comments } = await sharp(body).metadata();
      expect([exif, xmp, icc, iptc, orientation, comments].filter(Boolean)).toEqual([]);
      for (const trace of ['Camera-0815', 'at-home']) {
        expect(body.includes(trace)).toBe(false);
      }
    }
  });

  it('is rotated upright according to its EXIF data', async () => {
    const input = await (await halves(80, 40)).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await sharp(input).metadata()).toMatchObject({ width: 80, orientation: 6 });
    const image = await processImage(input, 'portrait.jpg');
    expect(image).toMatchObject({ width: 40, height: 80 });
    expectClose(await pixelAt(largest(image), 20, 10), red);
    expectClose(await pixelAt(largest(image), 20, 70), blue);
  });

  it('keeps its transparency', async () => {
    const background = { r: 220, g: 30, b: 30, alpha: 0 };
    const create = { width: 60, height: 60, channels: 4, background } as const;
    const image = await processImage(await sharp({ create }).png().toBuffer(), 'logo.png');
    const [, , , alpha] = await pixelAt(largest(image), 30, 30);
    expect(alpha).toBe(0);
  });

  it('becomes its first frame if it is an animation', async () => {
    const frames = await Promise.all(
      [red, blue].map((color) => plain(50, 50, color).png().toBuffer()),
    );
    const input = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(input).metadata()).pages).toBe(2);
    const image = await processImage(input, 'moving.gif');
    expect(image).toMatchObject({ width: 50, height: 50 });
    expect((await sharp(largest(image)).metadata()).pages ?? 1).toBe(1);
    expectClose(await pixelAt(largest(image), 25, 25), red);
  });

  it('keeps its colors when it is converted from a wide color space', async () => {
    const input = await plain(50, 50, [200, 60, 60]).withIccProfile('p3').png().toBuffer();
    expect((await sharp(input).metadata()).icc).toBeDefined();
    const image = await processImage(input, 'wide.png');
    expectClose(await pixelAt(largest(image), 25, 25), [200, 60, 60]);
  });

  it('keeps its colors when it is converted from grayscale, CMYK and 16 bits', async () => {
    const inputs: [string, Buffer, Rgb][] = [
      ['grey.jpg', await plain(50, 50, [90, 90, 90]).greyscale().jpeg().toBuffer(), [90, 90, 90]],
      ['print.jpg', await plain(50, 50).toColourspace('cmyk').jpeg().toBuffer(), [220, 30, 30]],
      ['deep.png', await plain(50, 50).toColourspace('rgb16').png().toBuffer(), red],
    ];
    for (const [name, input, color] of inputs) {
      const pixel = await pixelAt(largest(await processImage(input, name)), 25, 25);
      pixel.forEach((value, i) => expect(Math.abs(value - (color[i] ?? 0))).toBeLessThan(40));
    }
  });

  it('is made narrower when it is very tall, and may be a single line', async () => {
    const tall = await processImage(await plain(300, 17_000).png().toBuffer(), 'tall.png');
    expect(tall.height).toBe(5120);
    expect(tall.width).toBe(90);
    const line = await processImage(await plain(10_000, 1).png().toBuffer(), 'line.png');
    expect(line).toMatchObject({ width: 1280, height: 1 });
  });

  it('may have 40 megapixels', async () => {
    const image = await processImage(await plain(8000, 5000).png().toBuffer(), 'large.png');
    expect(image).toMatchObject({ width: 1280, height: 800 });
  });

  it('has a placeholder of less than 300 characters even if it is pure noise', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;
    const create = { width: 16, height: 16, channels: 3, background: '#888', noise } as const;
    const { placeholder } = await processImage(
      await sharp({ create }).png().toBuffer(),
      'noise.png',
    );
    expect(placeholder.length).toBeLessThan(300);
  });
});

describe('many pictures at once', () => {
  it('are all processed, even if some are broken', async () => {
    const good = await (await grainy(1600, 1200)).jpeg().toBuffer();
    const bad = good.subarray(0, good.length / 2);
    const inputs = [good, bad, good, bad, good, good];
    const outcomes = await Promise.allSettled(inputs.map((input) => processImage(input, 'p.jpg')));
    expect(outcomes.map(({ status }) => status)).toEqual(
      inputs.map((input) => (input === good ? 'fulfilled' : 'rejected')),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { maxImageBytes } from '@marketplace/shared/media/constants';
import { grainy, plain, pngClaiming } from './images.fixtures.ts';
import { AppError } from '../../errors.ts';
import { processImage } from './process-image.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const tiff = await plain(50, 50).tiff().toBuffer();

async function refusal(input: Buffer, fileName: string): Promise<AppError> {
  const outcome: unknown = await processImage(input, fileName).catch((error: unknown) => error);
  if (outcome instanceof AppError) return outcome;
  throw new Error(`${fileName} was not refused as a picture`, { cause: outcome });
}

describe('a file that is refused', () => {
  it('of more than 10 MB gets a 413 with its size and the limit', async () => {
    const jpeg = await plain(50, 50).jpeg().toBuffer();
    const input = Buffer.concat([jpeg, Buffer.alloc(11 * 1024 * 1024 - jpeg.length)]);
    const error = await refusal(input, 'photo.jpg');
    expect(error.code).toBe('PAYLOAD_TOO_LARGE');
    expect(error.message).toBe('photo.jpg is 11.0 MB. The limit is 10 MB.');
  });

  it('is one byte above the limit, but not at the limit', async () => {
    const jpeg = await plain(50, 50).jpeg().toBuffer();
    const atLimit = Buffer.concat([jpeg, Buffer.alloc(maxImageBytes - jpeg.length)]);
    await processImage(atLimit, 'limit.jpg');
    const error = await refusal(Buffer.concat([atLimit, Buffer.alloc(1)]), 'above.jpg');
    expect(error.message).toBe('above.jpg is 10.1 MB. The limit is 10 MB.');
  });

  it('has more than 40 megapixels', async () => {
    const error = await refusal(await plain(6410, 6400).png().toBuffer(), 'poster.png');
    expect(error.code).toBe('BAD_REQUEST');
    expect(error.message).toBe('poster.png has 41.1 megapixels. The limit is 40 megapixels.');
  });

  it('claims a huge size in its header, and is refused at once', async () => {
    const start = performance.now();
    const error = await refusal(pngClaiming(50_000, 50_000), 'bomb.png');
    expect(error.message).toBe('bomb.png has 2500.0 megapixels. The limit is 40 megapixels.');
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('has a header that promises more than there is', async () => {
    const error = await refusal(pngClaiming(6000, 6000), 'hollow.png');
    expect(error.message).toBe("We can't read hollow.png. The file is damaged or incomplete.");
  });

  it.each([
    ['drawing.svg', Buffer.from(svg)],
    ['drawing.png', Buffer.from(svg)],
    ['drawing-xml.png', Buffer.from(`<?xml version="1.0"?>\n${svg}`)],
    ['page.png', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['paper.pdf', Buffer.from('%PDF-1.7\n%âãÏÓ\n')],
    ['scan.tiff', tiff],
    ['old.bmp', Buffer.from('BM\x3a\0\0\0\0\0\0\0\x36\0\0\0', 'latin1')],
    ['film.jpg', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
    ['two-bytes.jpg', Buffer.from([0xff, 0xd8])],
  ])('%s is not of an accepted kind, regardless of its name', async (name, input) => {
    const error = await refusal(input, name);
    expect(error.code).toBe('BAD_REQUEST');
    expect(error.message).toBe(
      `${name} isn't a supported image. Use JPEG, PNG, WebP, GIF, AVIF, or HEIC.`,
    );
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'is a %s that is cut short',
    async (format) => {
      const whole = await (await grainy(300, 225)).toFormat(format).toBuffer();
      for (const share of [0.3, 0.6, 0.95]) {
        const error = await refusal(whole.subarray(0, Math.floor(whole.length * share)), 'cut.bin');
        expect(error.code).toBe('BAD_REQUEST');
        expect(error.message).toBe("We can't read cut.bin. The file is damaged or incomplete.");
      }
    },
  );

  it('is empty', async () => {
    const error = await refusal(Buffer.alloc(0), 'empty.png');
    expect(error).toMatchObject({ code: 'BAD_REQUEST', message: 'empty.png is empty.' });
  });

  it.each([
    ['../../etc/photo.png', 'photo.png is empty.'],
    ['C:\\Pictures\\photo.png', 'photo.png is empty.'],
    ['pho\nto\u202Egnp.exe', 'photognp.exe is empty.'],
    ['', 'The file is empty.'],
    [`${'ä'.repeat(100)}.png`, `${'ä'.repeat(59)}… is empty.`],
  ])('has its name %j made safe for the message', async (fileName, message) => {
    expect((await refusal(Buffer.alloc(0), fileName)).message).toBe(message);
  });
});

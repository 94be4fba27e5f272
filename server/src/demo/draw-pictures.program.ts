import { constants, setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { drawPicture } from '@marketplace/db/demo/pictures/draw-picture';
import { imageObjectKey } from '@marketplace/shared/media/urls';
import { limitConcurrency } from '../features/media/limit-concurrency.ts';
import { encodePixels } from '../features/media/process-image.ts';
import { createObjectStore } from '../platform/object-store/create-object-store.ts';
import type { DrawnPicture, PictureOrder } from './draw-pictures.ts';

/**
 * Draws and stores the demo pictures that standard input orders, and writes a line of JSON to
 * standard output for each one stored. A separate process, because the server must never be able to
 * read an SVG, and of low priority, because the server is answering meanwhile.
 */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });

/** Drawings compress well even with little effort. */
const effort = 2;

const order = JSON.parse(await text(process.stdin)) as PictureOrder;
const objects = createObjectStore(order.store);
const takingTurns = limitConcurrency(4);

async function drawAndStore({
  id,
  picture,
}: PictureOrder['pictures'][number]): Promise<DrawnPicture> {
  const pixels = await sharp(Buffer.from(drawPicture(picture)))
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { files, ...image } = await encodePixels(pixels, effort);
  for (const { width, body } of files) {
    await objects.put(imageObjectKey(id, width), body, { contentType: 'image/webp' });
  }
  const byteSize = files.reduce((sum, file) => sum + file.body.length, 0);
  return { id, byteSize, ...image };
}

await Promise.all(
  order.pictures.map((picture) =>
    takingTurns(1, async () => {
      process.stdout.write(`${JSON.stringify(await drawAndStore(picture))}\n`);
    }),
  ),
);

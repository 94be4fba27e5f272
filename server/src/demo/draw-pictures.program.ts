import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { drawPicture } from '@marketplace/db/demo/pictures/draw-picture';
import { imageObjectKey } from '@marketplace/shared/media/urls';
import { limitConcurrency } from '../features/media/limit-concurrency.ts';
import { encodePixels } from '../features/media/process-image.ts';
import { createObjectStore } from '../platform/object-store/create-object-store.ts';
import type { DrawnPicture, PictureOrder } from './draw-pictures.ts';

/**
 * Draws the demo pictures that standard input orders and stores them; tells standard output what
 * it stored. A process of its own, because the server's must never be able to read an SVG.
 */
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });

/** Drawings compress well at once, and a first start is waited for. */
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

const drawn = await Promise.all(
  order.pictures.map((picture) => takingTurns(1, () => drawAndStore(picture))),
);
process.stdout.write(JSON.stringify(drawn));

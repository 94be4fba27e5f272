import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { imageObjectKey, imageObjectKeys } from '@marketplace/shared/media/urls';
import type { AppContext } from '../../app-context.ts';
import { encodeAvif } from './process-image.ts';

const payloadShape = z.object({ imageId: z.string() });

/**
 * The task `addAvif`: puts AVIF files beside the WebP ones of an image, then says in its row that
 * they are there. An image that is gone meanwhile gets none.
 */
export async function addAvif(
  { db, objects }: Pick<AppContext, 'db' | 'objects'>,
  payload: unknown,
): Promise<void> {
  const { imageId } = payloadShape.parse(payload);
  const stored = await objects.get(imageObjectKey(imageId, 1280));
  if (!stored) return;
  const files = await encodeAvif(await buffer(stored.body));
  for (const { width, body } of files) {
    await objects.put(imageObjectKey(imageId, width, 'avif'), body, { contentType: 'image/avif' });
  }
  const { numUpdatedRows } = await db
    .updateTable('images')
    .set({ avif: true })
    .where('id', '=', imageId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await objects.remove(imageObjectKeys(imageId, 'avif'));
}

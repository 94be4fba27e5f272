import { randomUUID } from 'node:crypto';
import { allImageObjectKeys, imageObjectKey, imagePath } from '@marketplace/shared/media/urls';
import { AppError } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import { enqueue } from '../../platform/jobs.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import { ImageError } from './image-error.ts';
import { assertSpace } from './upload-limits.ts';
import { type ProcessedImage, processImage } from './process-image.ts';

/** Pictures that one user may send in a day, those that are refused included. */
const dailyImages: LimitRule = { name: 'images-of-user', points: 200, seconds: 24 * 60 * 60 };

interface Upload {
  fileName: string;
  body: Buffer;
}

/**
 * Checks, re-encodes and keeps a picture of the user's; `url` is the path of its largest file.
 * Throws a refusal of `file` (400 or 413) for what is no accepted picture, and TOO_MANY_REQUESTS
 * beyond the daily number, SERVICE_UNAVAILABLE while the disk is nearly full. Whatever fails leaves neither row nor files.
 */
export async function storeImage(
  { db, limiter, objects, log }: Pick<AppContext, 'db' | 'limiter' | 'objects' | 'log'>,
  ownerId: string,
  { fileName, body }: Upload,
): Promise<{ id: string; url: string }> {
  await assertSpace({ objects });
  await limiter.take(dailyImages, ownerId);
  const { files, width, height, placeholder } = await process(body, fileName);
  const id = randomUUID();
  const byteSize = files.reduce((sum, file) => sum + file.body.length, 0);
  try {
    // The files first: a row promises that they are there. In turn, so that none is still being
    // written when another fails and all are removed.
    for (const file of files) {
      await objects.put(imageObjectKey(id, file.width), file.body, { contentType: 'image/webp' });
    }
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('images')
        .values({ id, ownerId, width, height, byteSize, placeholder })
        .execute();
      // One at a time: whoever uploads meanwhile waits for the same processors.
      await enqueue(trx, [{ task: 'addAvif', payload: { imageId: id }, queue: 'avif' }]);
    });
  } catch (error) {
    await objects.remove(allImageObjectKeys(id)).catch((cause: unknown) => {
      log.warn({ err: cause, id }, 'files of an image that was not stored are left over');
    });
    throw error;
  }
  return { id, url: imagePath(id, 1280) };
}

async function process(body: Buffer, fileName: string): Promise<ProcessedImage> {
  try {
    return await processImage(body, fileName);
  } catch (error) {
    throw error instanceof ImageError ? refusedPicture(error) : error;
  }
}

/** The refusal of `file` that is answered for it. */
export function refusedPicture({ status, message }: ImageError): AppError {
  const code = status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST';
  return new AppError(code, message, { issues: [{ path: 'file', message }] });
}

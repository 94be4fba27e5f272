import { minUploadPartBytes } from '@marketplace/shared/media/constants';
import type { AppContext } from '../../app-context.ts';
import { badField } from '../../errors.ts';
import { perDay } from '../../platform/limiter.ts';
import type { MultipartUpload, UploadPart } from '../../platform/object-store/object-store.ts';
import { assertFits } from './process-image.ts';
import {
  fileNameOfKey,
  ownStagedKey,
  signedSeconds,
  uploadNotFound,
  uploadToken,
} from './staged-uploads.ts';
import { ownUploadPath } from './uploads.ts';

/** How many parts one user may send in a day: several for each upload, and repeated ones. */
const dailyParts = perDay('upload-parts-of-user', 2000);

/** The parts sent so far. Throws NOT_FOUND for an upload that does not exist or is another user's. */
export async function listUploadParts(
  { objects }: Pick<AppContext, 'objects'>,
  userId: string,
  upload: MultipartUpload,
): Promise<UploadPart[]> {
  const sent = await objects.multipart.list(ownUpload(userId, upload));
  if (!sent) throw uploadNotFound();
  return sent;
}

/**
 * An address for a PUT of one part, valid for 15 minutes: one of the store or a path of this server.
 * Throws NOT_FOUND as above, and a refusal once the parts exceed the size limit.
 */
export async function signUploadPart(
  ctx: Pick<AppContext, 'objects' | 'secrets' | 'limiter'>,
  userId: string,
  { partNumber, ...upload }: MultipartUpload & { partNumber: number },
): Promise<string> {
  const { objects, secrets, limiter } = ctx;
  const sent = await listUploadParts(ctx, userId, upload);
  const others = sent.filter((part) => part.partNumber !== partNumber);
  if (others.length > 0) assertTotal(upload.key, others);
  await limiter.take(dailyParts, userId);
  const { key, uploadId } = ownUpload(userId, upload);
  if (objects.browser) {
    return objects.browser.partUrl({ key, uploadId }, partNumber, signedSeconds);
  }
  return `${ownUploadPath}/${uploadToken(secrets, { key, part: { uploadId, partNumber } })}`;
}

/**
 * Joins all parts, given in order by number and ETag, and returns the address of the file. Throws
 * NOT_FOUND, or a refusal for parts that were not sent as given or are too small; an upload that
 * exceeds the size limit is aborted.
 */
export async function completeUpload(
  ctx: Pick<AppContext, 'objects'>,
  userId: string,
  { chosen, ...upload }: MultipartUpload & { chosen: { PartNumber: number; ETag: string }[] },
): Promise<{ location: string; key: string }> {
  const { objects } = ctx;
  const own = ownUpload(userId, upload);
  const sent = new Map(
    (await listUploadParts(ctx, userId, upload)).map((part) => [part.partNumber, part]),
  );
  const joined = chosen.map(({ PartNumber, ETag }, at): UploadPart => {
    const part = sent.get(PartNumber);
    const isNext = at === 0 || PartNumber > (chosen[at - 1]?.PartNumber ?? 0);
    if (!part || !isNext || part.etag !== ETag.replaceAll('"', '')) {
      throw badField('parts', `Part ${PartNumber} was not sent so. Please send the file again.`);
    }
    return part;
  });
  if (joined.length < sent.size) throw badField('parts', 'Name every part that was sent.');
  if (joined.slice(0, -1).some(({ size }) => size < minUploadPartBytes)) {
    throw badField('parts', 'Every part but the last must have at least 5 MB.');
  }
  try {
    assertTotal(own.key, joined);
  } catch (error) {
    await objects.multipart.abort(own);
    throw error;
  }
  await objects.multipart.complete(own, joined);
  const location = (await objects.browser?.address(own.key)) ?? `${ownUploadPath}/${own.key}`;
  return { location, key: own.key };
}

/** Aborts an upload of the user's; one that no longer exists is not an error. */
export async function abortUpload(
  { objects }: Pick<AppContext, 'objects'>,
  userId: string,
  upload: MultipartUpload,
): Promise<void> {
  await objects.multipart.abort(ownUpload(userId, upload));
}

/**
 * Stores a part that was sent to this server and returns its ETag. Throws NOT_FOUND if its upload no
 * longer exists, and a refusal if all parts together exceed the size limit.
 */
export async function receivePart(
  { objects }: Pick<AppContext, 'objects'>,
  { key, uploadId, partNumber }: MultipartUpload & { partNumber: number },
  body: Buffer,
): Promise<string> {
  const sent = await objects.multipart.list({ key, uploadId });
  const others = (sent ?? []).filter((part) => part.partNumber !== partNumber);
  assertTotal(key, [...others, { size: body.length }]);
  const etag = await objects.multipart.putPart({ key, uploadId }, partNumber, body);
  if (etag === null) throw uploadNotFound();
  try {
    // Concurrent parts did not see each other.
    assertTotal(key, (await objects.multipart.list({ key, uploadId })) ?? [{ size: body.length }]);
  } catch (error) {
    await objects.multipart.abort({ key, uploadId });
    throw error;
  }
  return etag;
}

function ownUpload(userId: string, { key, uploadId }: MultipartUpload): MultipartUpload {
  return { key: ownStagedKey(userId, key), uploadId };
}

function assertTotal(key: string, sent: { size: number }[]): void {
  const total = sent.reduce((sum, { size }) => sum + size, 0);
  assertFits(fileNameOfKey(key), total);
}

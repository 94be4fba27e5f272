import { createHash } from 'node:crypto';
import { minUploadPartBytes } from '@marketplace/shared/media/constants';
import type { AppContext } from '../../app-context.ts';
import { badField } from '../../errors.ts';
import { perDay } from '../../platform/limiter.ts';
import { readPicture } from './images.ts';
import { assertFits } from './process-image.ts';
import {
  fileNameOfKey,
  multipartOf,
  type ObjectsContext,
  ownStagedKey,
  serverUploadPath,
  uploadNotFound,
  uploadToken,
} from './staged-uploads.ts';

/*
 * Multipart uploads. This server receives the parts for every kind of store, and stores each one as
 * an object. An empty object 0 exists for as long as the upload is open.
 */

type Upload = Record<'key' | 'uploadId', string>;
type SentPart = Record<'partNumber' | 'size', number>;

/** The number of parts that one user may send per day: several per upload, and repeated ones. */
const dailyParts = perDay('upload-parts-of-user', 2000);

/** Opens a multipart upload with this key and returns its id. */
export async function beginParts({ objects }: ObjectsContext, key: string): Promise<string> {
  const { prefix, uploadId } = multipartOf(key);
  await objects.put(`${prefix}0`, Buffer.alloc(0));
  return uploadId;
}

/** Throws NOT_FOUND if the upload does not exist or is another user's. */
export async function listUploadParts(ctx: ObjectsContext, userId: string, upload: Upload) {
  const key = ownUpload(userId, upload);
  // The parts are read one at a time, so that only one is in memory.
  return Array.fromAsync(await sentParts(ctx, key), async ({ partNumber, size }) => {
    const body = await readPart(ctx, key, partNumber);
    return { PartNumber: partNumber, Size: size, ETag: etagOf(body) };
  });
}

/** Returns an address for a PUT of one part, valid for 15 minutes. Throws like `receivePart`. */
export async function signUploadPart(
  ctx: Pick<AppContext, 'objects' | 'secrets' | 'limiter'>,
  userId: string,
  { partNumber, ...upload }: Upload & { partNumber: number },
): Promise<string> {
  const key = ownUpload(userId, upload);
  const others = await sentParts(ctx, key, partNumber);
  if (others.length > 0) assertTotal(key, others);
  await ctx.limiter.take(dailyParts, userId);
  return `${serverUploadPath}/${uploadToken(ctx.secrets, { key, partNumber })}`;
}

/**
 * Joins all parts, given in order by number and ETag, and returns the address of the file. Throws
 * NOT_FOUND, or a refusal if the parts do not match what was received or are too small. Aborts an
 * upload that exceeds the size limit.
 */
export async function completeUpload(
  ctx: ObjectsContext,
  userId: string,
  { chosen, ...upload }: Upload & { chosen: { PartNumber: number; ETag: string }[] },
) {
  const { objects } = ctx;
  const key = ownUpload(userId, upload);
  const sent = await sentParts(ctx, key);
  await abortIfTooLarge(ctx, key, sent);
  const numbers = new Set(sent.map(({ partNumber }) => partNumber));
  const bodies: Buffer[] = [];
  for (const [at, { PartNumber, ETag }] of chosen.entries()) {
    const isNext = PartNumber > (chosen[at - 1]?.PartNumber ?? 0) && numbers.has(PartNumber);
    const body = isNext ? await readPart(ctx, key, PartNumber) : undefined;
    if (!body || etagOf(body) !== ETag.replaceAll('"', '')) {
      const problem = `Part ${PartNumber} doesn't match what was uploaded. Please upload the file again.`;
      throw badField('parts', problem);
    }
    bodies.push(body);
  }
  if (bodies.length < sent.length) throw badField('parts', 'List every part that was uploaded.');
  if (bodies.slice(0, -1).some(({ length }) => length < minUploadPartBytes)) {
    throw badField('parts', 'Every part except the last must be at least 5 MB.');
  }
  await objects.put(key, Buffer.concat(bodies));
  await removeParts(ctx, key);
  const location = (await objects.browser?.address(key)) ?? `${serverUploadPath}/${key}`;
  return { location, key };
}

/** Aborts an upload of the user. Ignores an upload that no longer exists. */
export async function abortUpload(ctx: ObjectsContext, userId: string, upload: Upload) {
  const own = ownStagedKey(userId, upload.key);
  if (multipartOf(own).uploadId === upload.uploadId) await removeParts(ctx, own);
}

/** Stores a part and returns its ETag. Throws NOT_FOUND, or a refusal if the file is too large. */
export async function receivePart(
  ctx: ObjectsContext,
  { key, partNumber }: { key: string; partNumber: number },
  body: Buffer,
): Promise<string> {
  const part = { partNumber, size: body.length };
  assertTotal(key, [...(await sentParts(ctx, key, partNumber)), part]);
  await ctx.objects.put(multipartOf(key).prefix + partNumber, body);
  // Concurrent requests did not see each other's parts, and the upload may have ended.
  await abortIfTooLarge(ctx, key, await sentParts(ctx, key));
  return etagOf(body);
}

/** Throws NOT_FOUND unless this is an upload of the user. */
function ownUpload(userId: string, { key, uploadId }: Upload): string {
  const own = ownStagedKey(userId, key);
  if (multipartOf(own).uploadId !== uploadId) throw uploadNotFound();
  return own;
}

/** Returns the parts by number, without `except`. Throws NOT_FOUND unless the upload is open. */
async function sentParts({ objects }: ObjectsContext, key: string, except = 0) {
  const { prefix } = multipartOf(key);
  const found = await Array.fromAsync(objects.list(prefix), ({ key: part, size }) => ({
    partNumber: Number(part.slice(prefix.length)),
    size,
  }));
  const [first, ...parts] = found.sort((a, b) => a.partNumber - b.partNumber);
  if (first?.partNumber !== 0) throw uploadNotFound();
  return parts.filter(({ partNumber }) => partNumber !== except);
}

async function readPart({ objects }: ObjectsContext, key: string, partNumber: number) {
  const stored = await objects.get(multipartOf(key).prefix + partNumber);
  if (!stored) throw uploadNotFound();
  return readPicture(stored.body, { fileName: fileNameOfKey(key), hasHead: false });
}

async function removeParts({ objects }: ObjectsContext, key: string): Promise<void> {
  const stored = await Array.fromAsync(objects.list(multipartOf(key).prefix));
  await objects.remove(stored.map((part) => part.key));
}

async function abortIfTooLarge(ctx: ObjectsContext, key: string, sent: SentPart[]): Promise<void> {
  try {
    assertTotal(key, sent);
  } catch (error) {
    await removeParts(ctx, key);
    throw error;
  }
}

function assertTotal(key: string, sent: SentPart[]): void {
  const total = sent.reduce((sum, { size }) => sum + size, 0);
  assertFits(fileNameOfKey(key), total);
}

/** Returns the ETag that S3 would return. */
function etagOf(body: Buffer): string {
  return createHash('md5').update(body).digest('hex');
}

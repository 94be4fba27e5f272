import { acceptedImageTypes, maxImageBytes } from '@marketplace/shared/media/constants';
import type { CreateUploadInput } from '@marketplace/shared/media/schemas';
import { AppError } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import type { TemporaryCredentials } from '../../platform/object-store/object-store.ts';
import { displayFileName, ImageError } from './image-error.ts';
import { refusedPicture, storeImage } from './images.ts';
import { assertImageBytes } from './process-image.ts';
import { notAPicture, readPicture } from './read-picture.ts';
import {
  fileNameOfKey,
  newStagedKey,
  ownStagedKey,
  stagedPrefixOf,
  uploadNotFound,
} from './staged-key.ts';
import { assertSpace, assertStagingRoom } from './upload-limits.ts';
import { readUploadToken, signedSeconds, uploadToken } from './upload-token.ts';

/** Uploads that one user may begin in a day: twice the pictures, for those that fail. */
const dailyUploads: LimitRule = { name: 'uploads-of-user', points: 400, seconds: 24 * 60 * 60 };

/** Counts an upload that begins. Throws where there is no space, no room for it, or no point left. */
async function takeUpload(
  { objects, limiter }: Pick<AppContext, 'objects' | 'limiter'>,
  userId: string,
): Promise<void> {
  await assertSpace({ objects });
  await limiter.take(dailyUploads, userId);
  await assertStagingRoom({ objects }, userId);
}

/** The path below which our own server takes files, where the store takes none from browsers. */
export const ownUploadPath = '/s3/objects';

type UploadContext = Pick<AppContext, 'objects' | 'secrets' | 'limiter'>;

/**
 * Lets the user send one picture with PUT, within 15 minutes. `uploadURL` is an address of the
 * store, or a path of this server. Type and size bind where they are given. Throws a refusal that
 * names the file for what is no picture or too large, TOO_MANY_REQUESTS, and SERVICE_UNAVAILABLE
 * while the disk is nearly full.
 */
export async function createUpload(
  { objects, secrets, limiter }: UploadContext,
  userId: string,
  { fileName = '', contentType, size }: CreateUploadInput,
): Promise<{ uploadURL: string; key: string }> {
  if (contentType !== undefined) assertPictureType(fileName, contentType);
  if (size !== undefined) assertFits(fileName, size);
  await takeUpload({ objects, limiter }, userId);
  const key = newStagedKey(userId, fileName);
  const bound = { contentType: contentType || undefined, size };
  return { uploadURL: await signedAddress({ objects, secrets }, key, bound), key };
}

/** An address that takes one file under this key with PUT, for 15 minutes. */
export async function signedAddress(
  { objects, secrets }: Pick<AppContext, 'objects' | 'secrets'>,
  key: string,
  bound: { contentType?: string | undefined; size?: number | undefined },
): Promise<string> {
  return objects.browser
    ? objects.browser.putUrl(key, { ...bound, seconds: signedSeconds })
    : `${ownUploadPath}/${uploadToken(secrets, { key, ...bound })}`;
}

/** The same for a form: its address, and the fields that go before the file. */
export async function createFormUpload(
  { objects, secrets, limiter }: UploadContext,
  userId: string,
  { fileName, contentType }: { fileName: string; contentType: string },
): Promise<{ method: 'POST'; url: string; fields: Record<string, string> }> {
  assertPictureType(fileName, contentType);
  await takeUpload({ objects, limiter }, userId);
  return signedForm({ objects, secrets }, newStagedKey(userId, fileName), contentType);
}

/** A form that takes one file under this key, for 15 minutes. */
export async function signedForm(
  { objects, secrets }: Pick<AppContext, 'objects' | 'secrets'>,
  key: string,
  contentType: string,
): Promise<{ method: 'POST'; url: string; fields: Record<string, string> }> {
  const type = contentType || unknownType;
  if (objects.browser) {
    const bound = { contentType: type, maxBytes: maxImageBytes, seconds: signedSeconds };
    return { method: 'POST', ...(await objects.browser.postForm(key, bound)) };
  }
  const token = uploadToken(secrets, { key, contentType: type });
  return { method: 'POST', url: ownUploadPath, fields: { key, 'Content-Type': type, token } };
}

/** Begins an upload in parts of the user's. */
export async function createMultipartUpload(
  { objects, limiter }: UploadContext,
  userId: string,
  { fileName, contentType }: { fileName: string; contentType: string },
): Promise<{ key: string; uploadId: string }> {
  assertPictureType(fileName, contentType);
  await takeUpload({ objects, limiter }, userId);
  const key = newStagedKey(userId, fileName);
  return { key, uploadId: await objects.multipart.create(key) };
}

/** Keys that can do nothing but write the user's own uploads. SERVICE_UNAVAILABLE where there are none. */
export async function temporaryCredentials(
  { objects, limiter }: UploadContext,
  userId: string,
): Promise<{ credentials: TemporaryCredentials; bucket: string; region: string }> {
  await takeUpload({ objects, limiter }, userId);
  const credentials = await objects.browser?.temporaryCredentials(stagedPrefixOf(userId));
  if (!objects.browser || !credentials) {
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      'Temporary credentials are not available on this server.',
    );
  }
  return { credentials, bucket: objects.browser.bucket, region: objects.browser.region };
}

/**
 * Makes a picture of an upload of the user's, given by the address it was sent to or its key, and
 * removes the upload; `objectPath` is the path of its largest file. Throws NOT_FOUND for another's
 * and for what is not there, or not any more; what is no accepted picture is refused by its name
 * and leaves nothing.
 */
export async function registerUpload(
  ctx: Pick<AppContext, 'db' | 'limiter' | 'objects' | 'secrets' | 'log'>,
  userId: string,
  imageUrl: string,
): Promise<{ objectPath: string }> {
  const { objects, log } = ctx;
  const key = ownStagedKey(userId, keyOfAddress(ctx, imageUrl));
  const fileName = fileNameOfKey(key);
  const staged = await objects.get(key);
  if (!staged) throw uploadNotFound();
  const remove = () =>
    objects.remove([key]).catch((err: unknown) => {
      log.warn({ err, key }, 'an upload that is done with is left to the sweep');
    });
  try {
    assertFits(fileName, staged.size);
    const body = await readPicture(staged.body, { fileName });
    const { url } = await storeImage(ctx, userId, { fileName, body });
    await remove();
    return { objectPath: url };
  } catch (error) {
    staged.body.destroy();
    const isRefused = error instanceof AppError && !isForLater.has(error.code);
    if (isRefused) await remove();
    throw error;
  }
}

/** Refusals that say nothing of the file: another try may succeed. */
const isForLater = new Set(['TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE']);

/** The key in an address that `createUpload` and its like gave out. */
function keyOfAddress({ secrets }: Pick<AppContext, 'secrets'>, address: string): string {
  const path = URL.parse(address, 'http://host')?.pathname ?? '';
  const token = path.startsWith(`${ownUploadPath}/`) ? path.slice(ownUploadPath.length + 1) : '';
  return readUploadToken(secrets, token)?.key ?? path;
}

/** What browsers send for a file whose type they do not know. */
const unknownType = 'application/octet-stream';

/** Some browsers do not know the type of the newer kinds: then the name has to say it. */
function assertPictureType(fileName: string, contentType: string): void {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (acceptedImageTypes.some((accepted) => accepted === type)) return;
  const isUnknown = type === '' || type === unknownType;
  if (isUnknown && /\.(?:jpe?g|png|webp|gif|avif|heic|heif)$/i.test(fileName)) return;
  throw notAPicture(displayFileName(fileName));
}

/** Throws the refusal that names the file for one of no bytes or of too many. */
export function assertFits(fileName: string, size: number): void {
  try {
    assertImageBytes(size, displayFileName(fileName));
  } catch (error) {
    throw error instanceof ImageError ? refusedPicture(error) : error;
  }
}

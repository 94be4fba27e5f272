import { acceptedImageTypes, maxImageBytes } from '@marketplace/shared/media/constants';
import type { CreateUploadInput, RegisterUpload } from '@marketplace/shared/media/schemas';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import { perDay } from '../../platform/limiter.ts';
import { readPicture, storeImage } from './images.ts';
import { beginParts } from './multipart-uploads.ts';
import { assertFits, displayFileName, notAPicture } from './process-image.ts';
import {
  assertSpace,
  assertStagingRoom,
  fileNameOfKey,
  keyOfUploadToken,
  newStagedKey,
  ownStagedKey,
  serverUploadPath,
  signedSeconds,
  stagedPrefixOf,
  uploadNotFound,
  uploadToken,
} from './staged-uploads.ts';

type UploadContext = Pick<AppContext, 'objects' | 'secrets' | 'limiter'>;
type SigningContext = Pick<AppContext, 'objects' | 'secrets'>;
type NamedFile = Record<'fileName' | 'contentType', string>;

/**
 * Lets the user send one picture with PUT within 15 minutes. `uploadURL` is an address of the store
 * or a path of this server. Type and size are binding if given. Throws a refusal that names a file
 * that is too large or not a picture, TOO_MANY_REQUESTS, and SERVICE_UNAVAILABLE while the disk is
 * nearly full.
 */
export async function createUpload(ctx: UploadContext, userId: string, file: CreateUploadInput) {
  const key = await beginUpload(ctx, userId, file);
  const bound = { contentType: file.contentType || undefined, size: file.size };
  return { uploadURL: await signedAddress(ctx, key, bound), key };
}

/** Returns an address that accepts one file for this key with PUT, for 15 minutes. */
export async function signedAddress(
  { objects, secrets }: SigningContext,
  key: string,
  bound: { contentType?: string | undefined; size?: number | undefined },
): Promise<string> {
  return objects.browser
    ? objects.browser.putUrl(key, { ...bound, seconds: signedSeconds })
    : `${serverUploadPath}/${uploadToken(secrets, { key, ...bound })}`;
}

/** Lets the user send one picture with a form. Throws like `createUpload`. */
export async function createFormUpload(ctx: UploadContext, userId: string, file: NamedFile) {
  return signedForm(ctx, await beginUpload(ctx, userId, file), file.contentType);
}

/** Returns a form for one file, valid for 15 minutes. Its fields must precede the file. */
export async function signedForm(ctx: SigningContext, key: string, contentType: string) {
  const { objects, secrets } = ctx;
  const type = contentType || unknownType;
  if (objects.browser) {
    const bound = { contentType: type, maxBytes: maxImageBytes, seconds: signedSeconds };
    return { method: 'POST' as const, ...(await objects.browser.postForm(key, bound)) };
  }
  const token = uploadToken(secrets, { key, contentType: type });
  const fields: Record<string, string> = { key, 'Content-Type': type, token };
  return { method: 'POST' as const, url: serverUploadPath, fields };
}

/** Begins a multipart upload. Throws like `createUpload`. */
export async function createMultipartUpload(ctx: UploadContext, userId: string, file: NamedFile) {
  const key = await beginUpload(ctx, userId, file);
  return { key, uploadId: await beginParts(ctx, key) };
}

/** Returns credentials for this user's uploads only. Throws SERVICE_UNAVAILABLE without any. */
export async function temporaryCredentials(ctx: UploadContext, userId: string) {
  await admitUpload(ctx, userId);
  const { browser } = ctx.objects;
  const credentials = await browser?.temporaryCredentials(stagedPrefixOf(userId));
  if (browser && credentials) {
    return { credentials, bucket: browser.bucket, region: browser.region };
  }
  const message = "Temporary credentials aren't available on this server.";
  throw new AppError('SERVICE_UNAVAILABLE', message);
}

async function beginUpload(ctx: UploadContext, userId: string, file: CreateUploadInput) {
  const { fileName = '', contentType, size } = file;
  if (contentType !== undefined) assertPictureType({ fileName, contentType });
  if (size !== undefined) assertFits(fileName, size);
  await admitUpload(ctx, userId);
  return newStagedKey(userId, fileName);
}

/** The limit is twice the number of pictures per day, to allow for failures. */
const dailyUploads = perDay('uploads-of-user', 400);

async function admitUpload(ctx: UploadContext, userId: string): Promise<void> {
  await assertSpace(ctx);
  await ctx.limiter.take(dailyUploads, userId);
  await assertStagingRoom(ctx, userId);
}

/** The type that browsers send for files whose type they do not know. */
const unknownType = 'application/octet-stream';

/** Some browsers do not know the newer types, so the file name decides then. */
function assertPictureType({ fileName, contentType }: NamedFile): void {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (acceptedImageTypes.some((accepted) => accepted === type)) return;
  const isUnknown = type === '' || type === unknownType;
  if (isUnknown && /\.(?:jpe?g|png|webp|gif|avif|heic|heif)$/i.test(fileName)) return;
  throw notAPicture(displayFileName(fileName));
}

/** Refusals that do not depend on the file, so a retry may succeed. */
const isTemporary = new Set(['TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE']);

/**
 * Turns an upload of the user, given by its address or its key, into a stored picture, and removes
 * the upload. `objectPath` is the path of the picture's largest file. Throws NOT_FOUND for an
 * upload that does not exist or is another user's. A refused file is removed, too.
 */
export async function registerUpload(
  ctx: Pick<AppContext, 'db' | 'limiter' | 'objects' | 'secrets' | 'log'>,
  userId: string,
  { imageURL, purpose }: RegisterUpload,
): Promise<{ objectPath: string }> {
  const { objects, log } = ctx;
  const key = ownStagedKey(userId, keyOfAddress(ctx, imageURL));
  const fileName = fileNameOfKey(key);
  const staged = await objects.get(key);
  if (!staged) throw uploadNotFound();
  const remove = () =>
    objects.remove([key]).catch((err: unknown) => {
      log.warn({ err, key }, 'A finished upload could not be removed; the sweep will remove it.');
    });
  try {
    assertFits(fileName, staged.size);
    const body = await readPicture(staged.body, { fileName });
    const isPrivate = purpose === 'message';
    const { url } = await storeImage(ctx, userId, { fileName, body, isPrivate });
    await remove();
    return { objectPath: url };
  } catch (error) {
    staged.body.destroy();
    if (error instanceof AppError && !isTemporary.has(error.code)) await remove();
    throw error;
  }
}

/** Returns the key in an upload address of the store or of this server. */
function keyOfAddress({ secrets }: Pick<AppContext, 'secrets'>, address: string): string {
  const path = URL.parse(address, 'http://host')?.pathname ?? '';
  const prefix = `${serverUploadPath}/`;
  const token = path.startsWith(prefix) ? path.slice(prefix.length) : '';
  return keyOfUploadToken(secrets, token) ?? path;
}

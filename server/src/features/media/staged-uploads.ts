import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import { readSealed, type Secrets } from '../../platform/secrets.ts';
import { displayFileName } from './process-image.ts';

export type ObjectsContext = Pick<AppContext, 'objects'>;

/** The prefix of pictures that wait to be registered. A key ends in the file's name, in hex. */
const stagedPrefix = 'uploads/';

/** The path at which this server accepts files, if the store does not accept them from browsers. */
export const serverUploadPath = '/s3/objects';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const keyPattern = new RegExp(
  `${stagedPrefix}(${uuid})/([0-9a-f]{32})(?:-((?:[0-9a-f]{2}){1,60}))?$`,
);
/** The longest file name in a key, in UTF-8 bytes. A key has at most 200 characters. */
const maxNameBytes = 60;

/** Returns a new, unguessable key for a user's file. */
export function newStagedKey(userId: string, fileName: string): string {
  const characters = Array.from(fileName.split(/[/\\]/).at(-1) ?? '').slice(0, maxNameBytes);
  while (Buffer.byteLength(characters.join('')) > maxNameBytes) characters.pop();
  const name = Buffer.from(characters.join('')).toString('hex');
  return `${stagedPrefixOf(userId)}${randomUUID().replaceAll('-', '')}${name && `-${name}`}`;
}

export function stagedPrefixOf(userId: string): string {
  return `${stagedPrefix}${userId}/`;
}

/** Returns the key at the end of an address. Throws NOT_FOUND if it is another user's. */
export function ownStagedKey(userId: string, address: string): string {
  const found = keyPattern.exec(address);
  if (!found || found[1] !== userId) throw uploadNotFound();
  return found[0];
}

export function userOfKey(key: string): string {
  return keyPattern.exec(key)?.[1] ?? '';
}

/** Returns the name of the file, safe for a message. */
export function fileNameOfKey(key: string): string {
  return displayFileName(Buffer.from(keyPattern.exec(key)?.[3] ?? '', 'hex').toString());
}

/** Returns the id of a multipart upload and the prefix of its parts, which end in their numbers. */
export function multipartOf(key: string): { uploadId: string; prefix: string } {
  const [, userId = '', uploadId = ''] = keyPattern.exec(key) ?? [];
  return { uploadId, prefix: `${stagedPrefixOf(userId)}${uploadId}/` };
}

/** The upload does not exist, is another user's, or has been registered. */
export function uploadNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Upload not found. Please upload the file again.');
}

const permission = z.object({
  kind: z.literal('upload'),
  key: z.string(),
  /** The content type that must be sent with the file. */
  contentType: z.string().optional(),
  size: z.number().optional(),
  partNumber: z.number().optional(),
  /** The expiry time, in epoch milliseconds. */
  until: z.number(),
});

export type UploadPermission = Omit<z.output<typeof permission>, 'kind' | 'until'>;

/** How long a signed address is valid, in seconds, at either kind of store. */
export const signedSeconds = 15 * 60;

/** Returns a permission for 15 minutes, as a token that nobody else can create or change. */
export function uploadToken(secrets: Secrets, permitted: UploadPermission): string {
  return secrets.seal({ ...permitted, kind: 'upload', until: Date.now() + signedSeconds * 1000 });
}

/** Returns the key in a token, even in an expired one, or undefined if the token is invalid. */
export function keyOfUploadToken(secrets: Secrets, token: string): string | undefined {
  return readSealed(secrets, token, permission)?.key;
}

/** Returns the permission in a token. Throws FORBIDDEN for a changed or expired token. */
export function checkUploadToken(secrets: Secrets, token: string): UploadPermission {
  const permitted = readSealed(secrets, token, permission);
  if (permitted && permitted.until > Date.now()) return permitted;
  throw new AppError('FORBIDDEN', 'This upload address has expired. Please try again.');
}

/** The most uploads of one user that may wait to be registered, and their total size in bytes. */
const maxStagedFiles = 20;
const maxStagedBytes = 100 * 1024 * 1024;

/** How long unregistered or incomplete uploads are stored, in milliseconds. */
const uploadLifetimeMs = 60 * 60 * 1000;

const retryAfter = 10 * 60;

/** Throws SERVICE_UNAVAILABLE while the disk for pictures is nearly full. */
export async function assertSpace({ objects }: ObjectsContext): Promise<void> {
  if (await objects.hasSpace()) return;
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    "We can't accept photos right now because storage is low. Please try again later.",
    { retryAfter },
  );
}

/** Throws TOO_MANY_REQUESTS if too many uploads wait, besides `except`, which is being replaced. */
export async function assertStagingRoom(ctx: ObjectsContext, userId: string, except?: string) {
  const prefix = stagedPrefixOf(userId);
  const files = new Set<string | undefined>();
  let bytes = 0;
  for await (const { key, size } of ctx.objects.list(prefix)) {
    if (key === except) continue;
    // All parts of one upload are in one folder and count as one file.
    files.add(key.slice(prefix.length).split('/', 1)[0]);
    bytes += size;
  }
  if (files.size < maxStagedFiles && bytes < maxStagedBytes) return;
  throw new AppError(
    'TOO_MANY_REQUESTS',
    `You have ${files.size} unused uploads. Use them or try again in an hour.`,
    { retryAfter },
  );
}

const removedAtOnce = 500;

/** Removes uploads that were not registered or completed within an hour. */
export async function sweepUploads({ objects }: ObjectsContext, now = Date.now()): Promise<void> {
  let keys: string[] = [];
  for await (const { key, modifiedAt } of objects.list(stagedPrefix)) {
    if (modifiedAt.getTime() < now - uploadLifetimeMs) keys.push(key);
    if (keys.length < removedAtOnce) continue;
    await objects.remove(keys);
    keys = [];
  }
  await objects.remove(keys);
}

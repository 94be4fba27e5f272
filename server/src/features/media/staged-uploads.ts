import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import { readSealed, type Secrets } from '../../platform/secrets.ts';
import { displayFileName } from './process-image.ts';

/** Where sent pictures wait to be registered, by user. A key ends in the file's name (as hex). */
export const stagedPrefix = 'uploads/';

/** The path under which this server accepts files, if the store does not accept them from browsers. */
export const ownUploadPath = '/s3/objects';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const keyPattern = new RegExp(
  `${stagedPrefix}(${uuid})/([0-9a-f]{32})(?:-((?:[0-9a-f]{2}){1,60}))?$`,
);
/** In UTF-8: a key has at most 200 characters. */
const maxNameBytes = 60;

/** A new, unguessable key for a file of the user's. */
export function newStagedKey(userId: string, fileName: string): string {
  const characters = Array.from(fileName.split(/[/\\]/).at(-1) ?? '').slice(0, maxNameBytes);
  while (Buffer.byteLength(characters.join('')) > maxNameBytes) characters.pop();
  const name = Buffer.from(characters.join('')).toString('hex');
  return `${stagedPrefixOf(userId)}${randomUUID().replaceAll('-', '')}${name && `-${name}`}`;
}

/** The prefix of all keys of a user. */
export function stagedPrefixOf(userId: string): string {
  return `${stagedPrefix}${userId}/`;
}

/** The key at the end of an address. Throws NOT_FOUND if it is another user's, as if there were none. */
export function ownStagedKey(userId: string, address: string): string {
  const found = keyPattern.exec(address);
  if (!found || found[1] !== userId) throw uploadNotFound();
  return found[0];
}

/** The user whose upload the key names. */
export function userOfKey(key: string): string {
  return keyPattern.exec(key)?.[1] ?? '';
}

/** The name of the file, fit for a message. */
export function fileNameOfKey(key: string): string {
  return displayFileName(Buffer.from(keyPattern.exec(key)?.[3] ?? '', 'hex').toString());
}

/** The id of a multipart upload, and the prefix of the objects that keep its parts by their numbers. */
export function multipartOf(key: string): { uploadId: string; prefix: string } {
  const [, userId = '', uploadId = ''] = keyPattern.exec(key) ?? [];
  return { uploadId, prefix: `${stagedPrefixOf(userId)}${uploadId}/` };
}

/** The refusal of an upload that does not exist, is another user's, or was registered already. */
export function uploadNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Upload not found. Please upload the file again.');
}

const permission = z.object({
  kind: z.literal('upload'),
  key: z.string(),
  /** The type that must be sent with the file. */
  contentType: z.string().optional(),
  /** The exact size in bytes. */
  size: z.number().optional(),
  /** The number of one part of a multipart upload. */
  partNumber: z.number().optional(),
  /** In ms since 1970. */
  until: z.number(),
});

/** What this server accepts for a key, if the store does not accept files from browsers. */
export type UploadPermission = Omit<z.output<typeof permission>, 'kind' | 'until'>;

/** How long a signed address is valid, in seconds, at either kind of store. */
export const signedSeconds = 15 * 60;

/** A permission for 15 minutes, as a token that nobody else can create or change. */
export function uploadToken(secrets: Secrets, permitted: UploadPermission): string {
  return secrets.seal({ ...permitted, kind: 'upload', until: Date.now() + signedSeconds * 1000 });
}

/** The key that a token is for, even an expired one; undefined if it is not valid. */
export function keyOfUploadToken(secrets: Secrets, token: string): string | undefined {
  return readSealed(secrets, token, permission)?.key;
}

/** The permission of a token. Throws FORBIDDEN for a changed or expired one. */
export function checkUploadToken(secrets: Secrets, token: string): UploadPermission {
  const permitted = readSealed(secrets, token, permission);
  if (permitted && permitted.until > Date.now()) return permitted;
  throw new AppError('FORBIDDEN', 'This upload address has expired. Please try again.');
}

/** How many uploads of one user may wait to be registered, and their total size in bytes. */
const maxStagedFiles = 20;
const maxStagedBytes = 100 * 1024 * 1024;

/** How long uploads are kept that are never registered or completed, in ms. */
export const uploadLifetimeMs = 60 * 60 * 1000;

const retryAfter = 10 * 60;

/** Throws SERVICE_UNAVAILABLE while the disk for pictures is nearly full. */
export async function assertSpace({ objects }: Pick<AppContext, 'objects'>): Promise<void> {
  if (await objects.hasSpace()) return;
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    "We can't accept photos right now because storage is low. Please try again later.",
    { retryAfter },
  );
}

/** Throws TOO_MANY_REQUESTS if too many uploads wait, apart from `except`, which is being replaced. */
export async function assertStagingRoom(
  { objects }: Pick<AppContext, 'objects'>,
  userId: string,
  except?: string,
): Promise<void> {
  const prefix = stagedPrefixOf(userId);
  const files = new Set<string | undefined>();
  let bytes = 0;
  for await (const { key, size } of objects.list(prefix)) {
    if (key === except) continue;
    // All parts of one upload are in one folder.
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

import { randomUUID } from 'node:crypto';
import { AppError } from '../../errors.ts';
import { displayFileName } from './image-error.ts';

/**
 * Pictures that were sent straight to the store wait under this prefix, by their user, until they
 * are registered. The key carries the file's name (as hex), so that a refusal can name the file.
 */
export const stagedPrefix = 'uploads/';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const keyPattern = new RegExp(
  `${stagedPrefix}(${uuid})/[0-9a-f]{32}(?:-((?:[0-9a-f]{2}){1,60}))?$`,
);
/** Of a name, in UTF-8: a key holds 200 characters. */
const maxNameBytes = 60;

/** A new, unguessable key for a file of the user's. */
export function newStagedKey(userId: string, fileName: string): string {
  const random = randomUUID().replaceAll('-', '');
  const name = Buffer.from(fitting(fileName)).toString('hex');
  return `${stagedPrefix}${userId}/${random}${name && `-${name}`}`;
}

/** The prefix of all keys of a user. */
export function stagedPrefixOf(userId: string): string {
  return `${stagedPrefix}${userId}/`;
}

/**
 * The key at the end of an address. Throws NOT_FOUND unless it is one of the user's own: nobody
 * learns whether another's exists.
 */
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
  return displayFileName(Buffer.from(keyPattern.exec(key)?.[2] ?? '', 'hex').toString());
}

/** What is answered for an upload that is not there, is another's, or was registered already. */
export function uploadNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Upload not found. Please send the file again.');
}

function fitting(fileName: string): string {
  const characters = Array.from(fileName.split(/[/\\]/).at(-1) ?? '').slice(0, maxNameBytes);
  while (Buffer.byteLength(characters.join('')) > maxNameBytes) characters.pop();
  return characters.join('');
}

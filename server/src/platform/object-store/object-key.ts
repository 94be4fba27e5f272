import { ObjectStoreError } from './object-store.ts';

/** Well below what S3 (1,024 bytes) and a file name (255 bytes a segment) can hold. */
const maxKeyLength = 200;

/** Segments of [a-z0-9_.-] that start with no dot, parted by single slashes. */
const keyPattern = /^[a-z0-9_-][a-z0-9_.-]*(?:\/[a-z0-9_-][a-z0-9_.-]*)*$/;
const prefixPattern = /^(?:[a-z0-9_-][a-z0-9_.-]*\/)*(?:[a-z0-9_-][a-z0-9_.-]*)?$/;

const contentTypes: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  json: 'application/json',
  png: 'image/png',
  webp: 'image/webp',
  zip: 'application/zip',
};

/**
 * Throws unless the key is one that cannot leave the store: no absolute path, no `..`, no NUL, no
 * character that a file system or an address reads in its own way.
 */
export function assertObjectKey(key: string): void {
  if (key.length > maxKeyLength || key.includes('..') || !keyPattern.test(key)) throw notAKey(key);
}

/** The same for the start of a key, as `list` takes it. */
export function assertObjectPrefix(prefix: string): void {
  if (prefix.length > maxKeyLength || prefix.includes('..') || !prefixPattern.test(prefix)) {
    throw notAKey(prefix);
  }
}

/** The content type that the extension of a key stands for. */
export function contentTypeOfKey(key: string): string {
  const extension = /\.([a-z0-9]+)$/.exec(key)?.[1] ?? '';
  return contentTypes[extension] ?? 'application/octet-stream';
}

/** Throws unless the type agrees with the key's extension, the only place where files keep it. */
export function assertContentType(key: string, contentType: string): void {
  const expected = contentTypeOfKey(key);
  if (contentType === expected) return;
  throw new ObjectStoreError(
    `Object store: ${key} must be of type ${expected}, not ${contentType}.`,
  );
}

function notAKey(key: string): ObjectStoreError {
  return new ObjectStoreError(
    `Object store: ${JSON.stringify(key.slice(0, 80))} is not a valid key.`,
  );
}

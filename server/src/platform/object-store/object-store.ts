import type { Readable } from 'node:stream';

export interface StoredObject {
  /** Read this stream to its end or destroy it. Otherwise a file or socket stays open. */
  body: Readable;
  contentType: string;
  /** The size of the body, in bytes. */
  size: number;
}

export type ListedObject = { key: string; size: number; modifiedAt: Date };

export interface TemporaryCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiration: string;
}

/** Lets browsers send files straight to the store, at addresses that are valid for some seconds. */
export interface BrowserUploads {
  bucket: string;
  region: string;
  /** Returns the unsigned address of an object. */
  address(key: string): Promise<string>;
  /** Returns an address for a PUT. Type and size in bytes are binding if they are given. */
  putUrl(
    key: string,
    bound: { seconds: number; contentType?: string | undefined; size?: number | undefined },
  ): Promise<string>;
  /** Returns a form (POST policy). The fields must precede the file. */
  postForm(
    key: string,
    bound: { seconds: number; contentType: string; maxBytes: number },
  ): Promise<{ url: string; fields: Record<string, string> }>;
  /** Returns credentials for keys below the prefix for 15 minutes, or null without support. */
  temporaryCredentials(prefix: string): Promise<TemporaryCredentials | null>;
}

/**
 * Stores pictures and other files. An object is written completely or not at all. The content of a
 * public key never changes, because copies are cached for a year. Every method throws an {@link
 * ObjectStoreError} when it fails.
 */
export interface ObjectStore {
  /** Stores or replaces an object. The key's extension determines the type. */
  put(key: string, body: Buffer): Promise<void>;
  /** Opens an object, or returns null if there is none. */
  get(key: string): Promise<StoredObject | null>;
  /** Removes objects. Missing objects are ignored. */
  remove(keys: string[]): Promise<void>;
  /** Lists all objects whose key starts with the prefix ('' for all), in no particular order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Uploads from browsers straight to the store, or null if this server receives them. */
  browser: BrowserUploads | null;
  /** Returns the object's public address, or null if this server serves it. */
  publicUrl(key: string): string | null;
  /** Returns false while the store is too full for more objects. */
  hasSpace(): Promise<boolean>;
  /** Throws unless the store is usable. Creates its bucket or folder if it is missing. */
  check(): Promise<void>;
}

/** A failed operation of the store. `cause` is the original error, for the log. */
export class ObjectStoreError extends Error {
  override name = 'ObjectStoreError';
}

/** Runs a step of a store. If the step throws, throws an {@link ObjectStoreError} that names it. */
export async function inObjectStore<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw objectStoreError(action, error);
  }
}

function objectStoreError(action: string, cause: unknown): ObjectStoreError {
  if (cause instanceof ObjectStoreError) return cause;
  return new ObjectStoreError(`Object store: ${action} failed: ${reason(cause)}`, { cause });
}

/** A refused connection to a host with several addresses has only a code. */
function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

/** This limit is well below those of S3 (1,024 bytes) and file systems (255 bytes per segment). */
const maxKeyLength = 200;
/** Segments of [a-z0-9_.-] that do not start with a dot, separated by single slashes. */
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

/** Checks keys, so that none leaves the store, and wraps failures in {@link ObjectStoreError}. */
export function checkedStore(store: ObjectStore): ObjectStore {
  return {
    ...store,
    put: (key, body) => onKey(`writing ${key}`, key, () => store.put(key, body)),
    get: (key) => onKey(`reading ${key}`, key, () => store.get(key)),
    remove: (keys) =>
      inObjectStore(`removing ${keys.length} objects`, async () => {
        keys.forEach(assertObjectKey);
        await store.remove(keys);
      }),
    list: (prefix) => onPrefix(`listing ${prefix}`, prefix, () => store.list(prefix)),
    publicUrl(key) {
      assertObjectKey(key);
      return store.publicUrl(key);
    },
    hasSpace: () => inObjectStore('looking for space', () => store.hasSpace()),
    check: () => inObjectStore('the check', () => store.check()),
  };
}

function onKey<T>(action: string, key: string, work: () => Promise<T>): Promise<T> {
  return inObjectStore(action, async () => {
    assertObjectKey(key);
    return work();
  });
}

async function* onPrefix<T>(action: string, prefix: string, list: () => AsyncIterable<T>) {
  try {
    if (!isSafe(prefix, prefixPattern)) throw notAKey(prefix);
    yield* list();
  } catch (error) {
    throw objectStoreError(action, error);
  }
}

/** Throws unless the key is safe in file systems and URLs: no absolute path, no `..`, no NUL. */
export function assertObjectKey(key: string): void {
  if (!isSafe(key, keyPattern)) throw notAKey(key);
}

function isSafe(text: string, pattern: RegExp): boolean {
  return text.length <= maxKeyLength && !text.includes('..') && pattern.test(text);
}

function notAKey(key: string): ObjectStoreError {
  const start = JSON.stringify(key.slice(0, 80));
  return new ObjectStoreError(`Object store: ${start} is not a valid key.`);
}

export function contentTypeOfKey(key: string): string {
  const extension = /\.([a-z0-9]+)$/.exec(key)?.[1] ?? '';
  return contentTypes[extension] ?? 'application/octet-stream';
}

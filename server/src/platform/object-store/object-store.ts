import type { Readable } from 'node:stream';

export interface StoredObject {
  /** To be read to its end or destroyed; otherwise a file or socket stays open. */
  body: Readable;
  contentType: string;
  /** In bytes. */
  size: number;
}

export interface ListedObject {
  key: string;
  size: number;
  modifiedAt: Date;
}

export interface TemporaryCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiration: string;
}

/** Lets browsers send files straight to the store, by addresses signed for a number of seconds. */
export interface BrowserUploads {
  bucket: string;
  region: string;
  /** The unsigned address of an object. */
  address(key: string): Promise<string>;
  /** For a PUT of the object, with exactly this type and of this many bytes where they are given. */
  putUrl(
    key: string,
    bound: { seconds: number; contentType?: string | undefined; size?: number | undefined },
  ): Promise<string>;
  /** For a form (POST policy) with the fields and then the file. */
  postForm(
    key: string,
    bound: { seconds: number; contentType: string; maxBytes: number },
  ): Promise<{ url: string; fields: Record<string, string> }>;
  /** Keys that can only write below the prefix, for 15 minutes; null where the store gives none. */
  temporaryCredentials(prefix: string): Promise<TemporaryCredentials | null>;
}

/**
 * Stores pictures and other files. An object is written completely or not at all. The content of a
 * public key never changes, because copies are cached for a year.
 * Every method fails with an {@link ObjectStoreError}.
 */
export interface ObjectStore {
  /** Stores the body under the key, in place of what was there. The type follows the key's extension. */
  put(key: string, body: Buffer): Promise<void>;
  /** Opens an object; null when there is none. */
  get(key: string): Promise<StoredObject | null>;
  /** Removes objects; those that do not exist are no error. */
  remove(keys: string[]): Promise<void>;
  /** All objects whose key starts with the prefix ('' for all), in no particular order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Uploads straight to the store, or null if our own server receives them. */
  browser: BrowserUploads | null;
  /** The object's public address, or null if our own server serves it. */
  publicUrl(key: string): string | null;
  /** False while the store is too full to take more. */
  hasSpace(): Promise<boolean>;
  /** Fails unless the store can be used now; makes its bucket or folder where it is missing. */
  check(): Promise<void>;
}

/** The store could not do what was asked; `cause` is the original error, for the log. */
export class ObjectStoreError extends Error {
  override name = 'ObjectStoreError';
}

/** Runs a step of a store and names it in the {@link ObjectStoreError}, whatever the step throws. */
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

/** A refused connection to a name with several addresses has an empty message and a code only. */
function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

/** Well below what S3 (1,024 bytes) and a file name (255 bytes a segment) can hold. */
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

/**
 * Adds what all stores have in common: no key leaves the store, and every failure is an
 * {@link ObjectStoreError} that says what was being done.
 */
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

/** Throws unless the key is safe in file systems and addresses: no absolute path, no `..`, no NUL. */
export function assertObjectKey(key: string): void {
  if (!isSafe(key, keyPattern)) throw notAKey(key);
}

function isSafe(text: string, pattern: RegExp): boolean {
  return text.length <= maxKeyLength && !text.includes('..') && pattern.test(text);
}

function notAKey(key: string): ObjectStoreError {
  return new ObjectStoreError(
    `Object store: ${JSON.stringify(key.slice(0, 80))} is not a valid key.`,
  );
}

/** The content type that the extension of a key stands for. */
export function contentTypeOfKey(key: string): string {
  const extension = /\.([a-z0-9]+)$/.exec(key)?.[1] ?? '';
  return contentTypes[extension] ?? 'application/octet-stream';
}

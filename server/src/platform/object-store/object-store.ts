import type { Readable } from 'node:stream';

export interface StoredObject {
  /** The caller reads it to its end or destroys it, or a file or socket stays open. */
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

/**
 * Where pictures and other files are kept. An object is written whole or not at all, and a key
 * once read by the public keeps its content: copies of it are cached for a year.
 * Every method fails with an {@link ObjectStoreError}.
 */
export interface ObjectStore {
  /** Stores the body under the key, in place of what was there. The type follows the key's extension. */
  put(key: string, body: Buffer, options: { contentType: string }): Promise<void>;
  /** Opens an object; null when there is none. */
  get(key: string): Promise<StoredObject | null>;
  /** Removes objects; those that do not exist are no error. */
  remove(keys: string[]): Promise<void>;
  /** All objects whose key starts with the prefix ('' for all), in no particular order. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** The address where the public can read the object, or null when our own server has to show it. */
  publicUrl(key: string): string | null;
  /** Fails unless the store can be used now; makes its bucket or folder where it is missing. */
  check(): Promise<void>;
}

/** The store could not do what was asked; `cause` is the original error, for the log. */
export class ObjectStoreError extends Error {
  override name = 'ObjectStoreError';
}

/** Turns whatever a store threw into an {@link ObjectStoreError} that says what was being done. */
export function objectStoreError(action: string, cause: unknown): ObjectStoreError {
  if (cause instanceof ObjectStoreError) return cause;
  return new ObjectStoreError(`Object store: ${action} failed: ${reason(cause)}`, { cause });
}

/** Runs a step of a store and names it in the error, whatever the step throws. */
export async function inObjectStore<T>(action: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw objectStoreError(action, error);
  }
}

/** A refused connection to a name with several addresses has an empty message and a code only. */
function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

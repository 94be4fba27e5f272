import { access, constants, mkdir, open, readdir, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFileMultipart } from './file-multipart.ts';
import {
  assertContentType,
  assertObjectKey,
  assertObjectPrefix,
  contentTypeOfKey,
} from './object-key.ts';
import {
  inObjectStore,
  objectStoreError,
  type ListedObject,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';
import { nullIfMissing, writeWhole } from './write-whole.ts';

/**
 * An object store of plain files below a folder, for one machine. It has space while `minFreeBytes`
 * are free on the disk of the folder.
 */
export function createFileStore(folder: string, { minFreeBytes = 0 } = {}): ObjectStore {
  const pathOf = (key: string) => {
    assertObjectKey(key);
    return join(folder, key);
  };

  return {
    async put(key, body, { contentType }) {
      const path = pathOf(key);
      assertContentType(key, contentType);
      await inObjectStore(`writing ${key}`, () => writeWhole(folder, path, body));
    },
    async get(key) {
      const path = pathOf(key);
      return inObjectStore(`reading ${key}`, () => openObject(path, contentTypeOfKey(key)));
    },
    async remove(keys) {
      const paths = keys.map(pathOf);
      await inObjectStore(`removing ${keys.length} objects`, async () => {
        for (const path of paths) await removeFile(path);
      });
    },
    async *list(prefix) {
      assertObjectPrefix(prefix);
      const deepest = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      try {
        for await (const object of walk(folder, deepest)) {
          if (object.key.startsWith(prefix)) yield object;
        }
      } catch (error) {
        throw objectStoreError(`listing ${prefix}`, error);
      }
    },
    multipart: createFileMultipart(folder),
    browser: null,
    publicUrl: () => null,
    async hasSpace() {
      return inObjectStore('looking for space', async () => {
        await mkdir(folder, { recursive: true });
        const { bavail, bsize } = await statfs(folder);
        return bavail * bsize >= minFreeBytes;
      });
    },
    async check() {
      await inObjectStore('the check', async () => {
        await mkdir(folder, { recursive: true });
        await access(folder, constants.R_OK | constants.W_OK);
      });
    },
  };
}

async function openObject(path: string, contentType: string): Promise<StoredObject | null> {
  const file = await open(path).catch(nullIfMissing);
  if (!file) return null;
  try {
    const stats = await file.stat();
    if (stats.isFile()) {
      return { body: file.createReadStream(), contentType, size: stats.size };
    }
    await file.close();
    return null;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
  // An image has a folder of its own; one that is left empty goes, one in use refuses to.
  await rmdir(dirname(path)).catch(() => undefined);
}

async function* walk(folder: string, below: string): AsyncGenerator<ListedObject> {
  const entries =
    (await readdir(join(folder, below), { withFileTypes: true }).catch(nullIfMissing)) ?? [];
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const key = below + entry.name;
    if (entry.isDirectory()) {
      yield* walk(folder, `${key}/`);
      continue;
    }
    const stats = await stat(join(folder, key)).catch(nullIfMissing);
    if (stats) yield { key, size: stats.size, modifiedAt: stats.mtime };
  }
}

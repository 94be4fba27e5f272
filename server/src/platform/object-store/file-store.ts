import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

/** Unfinished files lie here; no key can start with a dot, so none is ever taken for an object. */
const unfinishedFolder = '.unfinished';

/** An object store of plain files below a folder, for one machine. */
export function createFileStore(folder: string): ObjectStore {
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
    publicUrl: () => null,
    async check() {
      await inObjectStore('the check', async () => {
        await mkdir(folder, { recursive: true });
        await access(folder, constants.R_OK | constants.W_OK);
      });
    },
  };
}

/** Writes beside the target, flushes and renames, so that a reader or a power cut never meets a half file. */
async function writeWhole(folder: string, path: string, body: Buffer): Promise<void> {
  const unfinished = join(folder, unfinishedFolder, randomUUID());
  await mkdir(dirname(unfinished), { recursive: true });
  try {
    const file = await open(unfinished, 'wx');
    try {
      await file.writeFile(body);
      await file.sync();
    } finally {
      await file.close();
    }
    await moveInto(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function moveInto(unfinished: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await mkdir(dirname(path), { recursive: true });
    try {
      await rename(unfinished, path);
      break;
    } catch (error) {
      // A removal may have tidied away the still empty folder between the two steps.
      if (!isMissing(error) || attempt === 3) throw error;
    }
  }
  const directory = await open(dirname(path));
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
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

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

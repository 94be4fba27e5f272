import { randomUUID } from 'node:crypto';
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  checkedStore,
  contentTypeOfKey,
  type ListedObject,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';

/** Stores plain files in a folder, for one machine, while `minFreeBytes` are free on its disk. */
export function createFileStore(folder: string, { minFreeBytes = 0 } = {}): ObjectStore {
  return checkedStore({
    put: (key, body) => writeWhole(folder, join(folder, key), body),
    get: (key) => openObject(join(folder, key), contentTypeOfKey(key)),
    async remove(keys) {
      for (const key of keys) {
        await rm(join(folder, key), { force: true });
        // Each image has a folder, which is removed when it is empty.
        await rmdir(dirname(join(folder, key))).catch(() => undefined);
      }
    },
    async *list(prefix) {
      const deepest = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      for await (const object of walk(folder, deepest)) {
        if (object.key.startsWith(prefix)) yield object;
      }
    },
    browser: null,
    publicUrl: () => null,
    async hasSpace() {
      await mkdir(folder, { recursive: true });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize >= minFreeBytes;
    },
    async check() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.R_OK | constants.W_OK);
    },
  });
}

async function openObject(path: string, contentType: string): Promise<StoredObject | null> {
  const file = await open(path).catch(nullIfMissing);
  if (!file) return null;
  try {
    const stats = await file.stat();
    if (stats.isFile()) return { body: file.createReadStream(), contentType, size: stats.size };
    await file.close();
    return null;
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* walk(folder: string, below: string): AsyncGenerator<ListedObject> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(nullIfMissing);
  for (const entry of entries ?? []) {
    const key = below + entry.name;
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) yield* walk(folder, `${key}/`);
    else {
      const stats = await stat(join(folder, key)).catch(nullIfMissing);
      if (stats) yield { key, size: stats.size, modifiedAt: stats.mtime };
    }
  }
}

/** Writes a temporary file, flushes and renames it, so that no reader sees an incomplete file. */
async function writeWhole(folder: string, path: string, body: Buffer): Promise<void> {
  // No key starts with a dot, so unfinished files never count as objects.
  const unfinished = join(folder, '.unfinished', randomUUID());
  await mkdir(dirname(unfinished), { recursive: true });
  try {
    await writeFile(unfinished, body, { flag: 'wx', flush: true });
    await moveInto(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function moveInto(unfinished: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(dirname(path), { recursive: true });
      await rename(unfinished, path);
      break;
    } catch (error) {
      // A removal may delete the empty folder between the two steps, or within the first.
      if (!isMissing(error) || attempt === 5) throw error;
    }
  }
  const directory = await open(dirname(path));
  await directory.sync().finally(() => directory.close());
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

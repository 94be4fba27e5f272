import { createHash, randomUUID } from 'node:crypto';
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
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
  type MultipartStore,
  type MultipartUpload,
  type ObjectStore,
  type StoredObject,
  type UploadPart,
} from './object-store.ts';

/** For unfinished files. No key starts with a dot, so they never count as objects. */
const unfinishedFolder = '.unfinished';

/**
 * An object store of plain files below a folder, for one machine. It has space while `minFreeBytes`
 * are free on the disk of the folder.
 */
export function createFileStore(folder: string, { minFreeBytes = 0 } = {}): ObjectStore {
  return checkedStore({
    put: (key, body) => writeWhole(folder, join(folder, key), body),
    get: (key) => openObject(join(folder, key), contentTypeOfKey(key)),
    async remove(keys) {
      for (const key of keys) await removeFile(join(folder, key));
    },
    async *list(prefix) {
      const deepest = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      for await (const object of walk(folder, deepest)) {
        if (object.key.startsWith(prefix)) yield object;
      }
    },
    multipart: createFileMultipart(folder),
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
  // Each image has its own folder, which is removed once it is empty.
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

/** In the folder of an upload: holds the key of its object. Each part is named by its number. */
const keyFile = 'key';
const uploadIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Multipart uploads, one folder each. */
function createFileMultipart(folder: string): MultipartStore {
  const uploads = join(folder, '.multipart');

  /** The folder of an upload; null when there is none of this id for this key. */
  const find = async ({ key, uploadId }: MultipartUpload): Promise<string | null> => {
    if (!uploadIdPattern.test(uploadId)) return null;
    const path = join(uploads, uploadId);
    const ofKey = await readFile(join(path, keyFile), 'utf8').catch(nullIfMissing);
    return ofKey === key ? path : null;
  };

  return {
    async create(key) {
      const uploadId = randomUUID();
      await writeWhole(folder, join(uploads, uploadId, keyFile), Buffer.from(key));
      return uploadId;
    },
    async putPart(upload, partNumber, body) {
      const path = await find(upload);
      return path === null ? null : writePart(join(path, String(partNumber)), body);
    },
    async list(upload) {
      const path = await find(upload);
      return path === null ? null : listParts(path);
    },
    async complete(upload, chosen) {
      const path = await find(upload);
      if (!path) throw new Error('there is no such upload');
      const bodies = await Promise.all(chosen.map((part) => readPart(path, part)));
      await writeWhole(folder, join(folder, upload.key), Buffer.concat(bodies));
      await removeUpload(folder, path);
    },
    async abort(upload) {
      const path = await find(upload);
      if (path) await removeUpload(folder, path);
    },
    async *listOpen(prefix) {
      for (const uploadId of (await readdir(uploads).catch(nullIfMissing)) ?? []) {
        const file = join(uploads, uploadId, keyFile);
        const key = await readFile(file, 'utf8').catch(nullIfMissing);
        const stats = await stat(file).catch(nullIfMissing);
        if (key?.startsWith(prefix) && stats) yield { key, uploadId, startedAt: stats.mtime };
      }
    },
  };
}

/** Written beside and renamed, so that no list shows half a part; never creates the folder again. */
async function writePart(path: string, body: Buffer): Promise<string | null> {
  const draft = join(dirname(path), `.${randomUUID()}`);
  try {
    await writeFile(draft, body);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    // Aborted or completed meanwhile.
    return nullIfMissing(error);
  }
  return etagOf(body);
}

async function listParts(path: string): Promise<UploadPart[] | null> {
  const names = await readdir(path).catch(nullIfMissing);
  if (!names) return null;
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const sent: UploadPart[] = [];
  // One after the other, so that only one part is in memory.
  for (const partNumber of numbers.sort((a, b) => a - b)) {
    const body = await readFile(join(path, String(partNumber)));
    sent.push({ partNumber, size: body.length, etag: etagOf(body) });
  }
  return sent;
}

async function readPart(path: string, { partNumber, etag }: UploadPart): Promise<Buffer> {
  const body = await readFile(join(path, String(partNumber)));
  if (etagOf(body) !== etag) throw new Error(`part ${partNumber} is another one`);
  return body;
}

/** Moved away in one step, so that a half-removed upload is never taken for one. */
async function removeUpload(folder: string, path: string): Promise<void> {
  const unfinished = join(folder, unfinishedFolder, randomUUID());
  await mkdir(dirname(unfinished), { recursive: true });
  await rename(path, unfinished);
  await rm(unfinished, { recursive: true, force: true });
}

/** As S3 makes them. */
function etagOf(body: Buffer): string {
  return createHash('md5').update(body).digest('hex');
}

/** Writes elsewhere, flushes and renames, so that readers and power cuts never see half a file. */
async function writeWhole(folder: string, path: string, body: Buffer): Promise<void> {
  const unfinished = join(folder, unfinishedFolder, randomUUID());
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
      // A removal may delete the still empty folder between the two steps, or within the first.
      if (!isMissing(error) || attempt === 5) throw error;
    }
  }
  const directory = await open(dirname(path));
  await directory.sync().finally(() => directory.close());
}

/** Whether a file or folder was not there. */
function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** For `catch`: null if it is missing; rethrows other errors. */
function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertObjectKey, assertObjectPrefix } from './object-key.ts';
import {
  inObjectStore,
  objectStoreError,
  type MultipartStore,
  type MultipartUpload,
  type UploadPart,
} from './object-store.ts';
import { isMissing, nullIfMissing, writeWhole } from './write-whole.ts';

/** One folder an upload: `key` holds the key of its object, and each part is named by its number. */
const multipartFolder = '.multipart';
const keyFile = 'key';
const uploadIdPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Uploads in parts for the store of plain files below `folder`. */
export function createFileMultipart(folder: string): MultipartStore {
  const folderOf = (uploadId: string) => join(folder, multipartFolder, uploadId);

  /** The folder of an upload; null when there is none of this id for this key. */
  const find = async ({ key, uploadId }: MultipartUpload): Promise<string | null> => {
    assertObjectKey(key);
    if (!uploadIdPattern.test(uploadId)) return null;
    const path = folderOf(uploadId);
    const ofKey = await readFile(join(path, keyFile), 'utf8').catch(nullIfMissing);
    return ofKey === key ? path : null;
  };

  return {
    async create(key) {
      assertObjectKey(key);
      const uploadId = randomUUID();
      await inObjectStore(`beginning ${key}`, () =>
        writeWhole(folder, join(folderOf(uploadId), keyFile), Buffer.from(key)),
      );
      return uploadId;
    },
    async putPart(upload, partNumber, body) {
      return inObjectStore(`writing part ${partNumber} of ${upload.key}`, async () => {
        const path = await find(upload);
        return path === null ? null : writePart(join(path, String(partNumber)), body);
      });
    },
    async list(upload) {
      return inObjectStore(`listing the parts of ${upload.key}`, async () => {
        const path = await find(upload);
        return path === null ? null : listParts(path);
      });
    },
    async complete(upload, parts) {
      await inObjectStore(`joining ${upload.key}`, async () => {
        const path = await find(upload);
        if (!path) throw new Error('there is no such upload');
        const bodies = await Promise.all(parts.map((part) => readPart(path, part)));
        await writeWhole(folder, join(folder, upload.key), Buffer.concat(bodies));
        await removeUpload(path);
      });
    },
    async abort(upload) {
      await inObjectStore(`giving up ${upload.key}`, async () => {
        const path = await find(upload);
        if (path) await removeUpload(path);
      });
    },
    async *listOpen(prefix) {
      assertObjectPrefix(prefix);
      try {
        const ids = await readdir(join(folder, multipartFolder)).catch(nullIfMissing);
        for (const uploadId of ids ?? []) {
          const file = join(folderOf(uploadId), keyFile);
          const key = await readFile(file, 'utf8').catch(nullIfMissing);
          const stats = await stat(file).catch(nullIfMissing);
          if (key?.startsWith(prefix) && stats) yield { key, uploadId, startedAt: stats.mtime };
        }
      } catch (error) {
        throw objectStoreError(`listing the uploads of ${prefix}`, error);
      }
    },
  };
}

/** Written beside and renamed, so that no list meets half a part; never makes the folder anew. */
async function writePart(path: string, body: Buffer): Promise<string | null> {
  const draft = join(dirname(path), `.${randomUUID()}`);
  try {
    await writeFile(draft, body);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    // Given up or completed meanwhile.
    if (isMissing(error)) return null;
    throw error;
  }
  return etagOf(body);
}

async function listParts(path: string): Promise<UploadPart[] | null> {
  const names = await readdir(path).catch(nullIfMissing);
  if (!names) return null;
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const parts: UploadPart[] = [];
  for (const partNumber of numbers.sort((a, b) => a - b)) {
    const body = await readFile(join(path, String(partNumber)));
    parts.push({ partNumber, size: body.length, etag: etagOf(body) });
  }
  return parts;
}

async function readPart(path: string, { partNumber, etag }: UploadPart): Promise<Buffer> {
  const body = await readFile(join(path, String(partNumber)));
  if (etagOf(body) !== etag) throw new Error(`part ${partNumber} is another one`);
  return body;
}

/** Out of the way in one step, so that nothing is taken for an upload while it is being removed. */
async function removeUpload(path: string): Promise<void> {
  const unfinished = join(dirname(dirname(path)), '.unfinished', randomUUID());
  await mkdir(dirname(unfinished), { recursive: true });
  await rename(path, unfinished);
  await rm(unfinished, { recursive: true, force: true });
}

/** As S3 makes them. */
function etagOf(body: Buffer): string {
  return createHash('md5').update(body).digest('hex');
}

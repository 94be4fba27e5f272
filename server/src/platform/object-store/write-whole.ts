import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Unfinished files lie here; no key can start with a dot, so none is ever taken for an object. */
const unfinishedFolder = '.unfinished';

/** Writes beside the target, flushes and renames, so that a reader or a power cut never meets a half file. */
export async function writeWhole(folder: string, path: string, body: Buffer): Promise<void> {
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
    try {
      await mkdir(dirname(path), { recursive: true });
      await rename(unfinished, path);
      break;
    } catch (error) {
      // A removal may tidy away the still empty folder between the two steps, or within the first.
      if (!isMissing(error) || attempt === 5) throw error;
    }
  }
  const directory = await open(dirname(path));
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Whether a file or folder was not there. */
export function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** For `catch`: null for what is not there; any other error goes on. */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileStore } from './file-store.ts';
import { describeObjectStore, listAll } from './object-store.contract.ts';
import { ObjectStoreError } from './object-store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'object-store-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describeObjectStore('The file store', async () => createFileStore(join(folder, 'contract')));

describe('the file store', () => {
  it('leaves no unfinished file behind, after a success or a failure', async () => {
    const store = createFileStore(join(folder, 'unfinished'));
    await store.put('a', Buffer.from('x'));
    const belowAFile = store.put('a/b.webp', Buffer.from('x'));
    await expect(belowAFile).rejects.toThrow(ObjectStoreError);
    expect(await readdir(join(folder, 'unfinished', '.unfinished'))).toEqual([]);
  });

  it('removes the empty folder of a removed image, and no other folder', async () => {
    const store = createFileStore(join(folder, 'tidy'));
    await store.put('images/1/320.webp', Buffer.from('x'));
    await store.put('images/2/320.webp', Buffer.from('x'));
    await store.remove(['images/1/320.webp']);
    expect(await readdir(join(folder, 'tidy', 'images'))).toEqual(['2']);
  });

  it('lists nothing if its folder does not exist', async () => {
    expect(await listAll(createFileStore(join(folder, 'absent')), '')).toEqual([]);
  });

  it('fails its check if the folder cannot be created', async () => {
    await writeFile(join(folder, 'a-file'), '');
    const store = createFileStore(join(folder, 'a-file', 'objects'));
    await expect(store.check()).rejects.toThrow(/Object store: the check failed: ENOTDIR/);
  });

  it('has no public address', () => {
    expect(createFileStore(folder).publicUrl('images/1/320.webp')).toBeNull();
  });
});

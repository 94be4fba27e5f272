import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { ensurePrivateDirectory } from './cluster.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;
const newPath = () => join(inject('filesDirectory'), randomUUID());

function openDirectory(file: string): string {
  const directory = newPath();
  mkdirSync(directory);
  chmodSync(directory, 0o755);
  writeFileSync(join(directory, file), '');
  return directory;
}

test('only the owner can enter a new data directory, and its parents stay open', () => {
  const parent = newPath();
  ensurePrivateDirectory(join(parent, 'data'));
  expect(modeOf(join(parent, 'data'))).toBe(0o700);
  expect(modeOf(parent) & 0o111).toBe(0o111);
});

test('an open data directory is closed to other users', () => {
  const data = openDirectory('session-secret');
  ensurePrivateDirectory(data);
  expect(modeOf(data)).toBe(0o700);
});

test('a directory with other contents stays unchanged', () => {
  const shared = openDirectory('readme.txt');
  ensurePrivateDirectory(shared);
  expect(modeOf(shared)).toBe(0o755);
});

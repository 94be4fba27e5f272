import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { ensurePrivateDirectory } from './private-directory.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;
const newPath = () => join(inject('filesDirectory'), randomUUID());

function openDirectory(file: string): string {
  const directory = newPath();
  mkdirSync(directory);
  chmodSync(directory, 0o755);
  writeFileSync(join(directory, file), '');
  return directory;
}

test('a new data directory is for its owner alone, and the ones above it stay open', () => {
  const parent = newPath();
  ensurePrivateDirectory(join(parent, 'data'));
  expect(modeOf(join(parent, 'data'))).toBe(0o700);
  expect(modeOf(parent) & 0o111).toBe(0o111);
});

test('one that was open to others is closed', () => {
  const data = openDirectory('session-secret');
  ensurePrivateDirectory(data);
  expect(modeOf(data)).toBe(0o700);
});

test('a directory of other things is left alone', () => {
  const shared = openDirectory('readme.txt');
  ensurePrivateDirectory(shared);
  expect(modeOf(shared)).toBe(0o755);
});

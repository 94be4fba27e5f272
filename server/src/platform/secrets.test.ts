import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createSecrets, loadSessionSecret, newToken } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const secrets = createSecrets('a'.repeat(32));
const others = createSecrets('b'.repeat(32));

it('gives equal hashes only for the same value, key and purpose', () => {
  const hash = secrets.hash('session', 'token');
  expect(secrets.hash('session', 'token')).toEqual(hash);
  expect(secrets.hash('device', 'token')).not.toEqual(hash);
  expect(secrets.hash('session', 'other')).not.toEqual(hash);
  expect(others.hash('session', 'token')).not.toEqual(hash);
});

it('unseals what it sealed, and refuses values that were changed or sealed with another key', () => {
  const value = { code: '123456', name: 'Zoë' };
  const sealed = secrets.seal(value);
  expect(sealed).not.toContain('123456');
  expect(secrets.seal(value)).not.toBe(sealed);
  expect(secrets.unseal(sealed)).toEqual(value);
  const changed = `${sealed.slice(0, 40)}${sealed[40] === 'A' ? 'B' : 'A'}${sealed.slice(41)}`;
  for (const wrong of [changed, sealed.slice(0, 20), '']) {
    expect(() => secrets.unseal(wrong)).toThrow(/authenticat|initialization/);
  }
  expect(() => others.unseal(sealed)).toThrow(/authenticat|initialization/);
});

it('creates tokens of 256 bits', () => {
  const tokens = new Set(Array.from({ length: 100 }, newToken));
  expect(tokens.size).toBe(100);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
});

it('stores one generated secret, which only its owner can read', () => {
  const dataDir = join(folder, 'new', 'data');
  const secret = loadSessionSecret(dataDir);
  expect(secret.length).toBeGreaterThanOrEqual(43);
  expect(loadSessionSecret(dataDir)).toBe(secret);
  expect(statSync(join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600);
});

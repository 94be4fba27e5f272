import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';

/** Keyed hashes and sealed values. The key is outside the database, so a copy of it alone is useless. */
export interface Secrets {
  /** HMAC-SHA-256 of `value`, with another key for each `purpose`. */
  hash(purpose: string, value: string): Buffer;
  /** Encrypts and authenticates a JSON value (AES-256-GCM), as base64url. */
  seal(value: unknown): string;
  /** What `seal` was given. Throws when it was changed or sealed under another key. */
  unseal(sealed: string): unknown;
}

/** The content of a sealed token if it is intact and of this form, else null. */
export function readSealed<Schema extends z.ZodType>(
  secrets: Pick<Secrets, 'unseal'>,
  token: string,
  schema: Schema,
): z.output<Schema> | null {
  try {
    return schema.parse(secrets.unseal(token));
  } catch {
    return null;
  }
}

/** A new unguessable token: 256 bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares two secrets in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  // Hashed, so that lengths are equal.
  const digest = (secret: string) => createHash('sha256').update(secret).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** Secrets under the configured master secret. */
export function createSecrets(master: string): Secrets {
  const keys = new Map<string, KeyObject>();
  const key = (purpose: string) => {
    const known = keys.get(purpose);
    if (known) return known;
    const derived = createSecretKey(Buffer.from(hkdfSync('sha256', master, '', purpose, 32)));
    keys.set(purpose, derived);
    return derived;
  };
  const sealing = key('seal');
  return {
    hash: (purpose, value) => createHmac('sha256', key(purpose)).update(value).digest(),
    seal(value) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      const body = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    unseal(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12), {
        authTagLength: 16,
      });
      decipher.setAuthTag(bytes.subarray(12, 28));
      const body = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
      return JSON.parse(body.toString());
    },
  };
}

/** The secret in `dataDir`, created on first use. Two servers that start at once get the same one. */
export function loadSessionSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, newToken(), { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  return readFileSync(file, 'utf8').trim();
}

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

export type Secrets = ReturnType<typeof createSecrets>;

/** Returns the content of a sealed token, or null if it is changed or has another form. */
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

/** Returns a new unguessable token of 256 bits, as base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares two secrets in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  // Hashes both, so that their lengths are equal.
  const digest = (secret: string) => createHash('sha256').update(secret).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/**
 * Hashes and seals values. The key is not in the database, so a copy of the database is useless.
 */
export function createSecrets(master: string) {
  const keys = new Map<string, KeyObject>();
  const keyFor = (purpose: string) => {
    const derive = () => createSecretKey(Buffer.from(hkdfSync('sha256', master, '', purpose, 32)));
    const key = keys.get(purpose) ?? derive();
    keys.set(purpose, key);
    return key;
  };
  const sealing = keyFor('seal');
  return {
    /** Returns the HMAC-SHA-256 of `value`, with a separate key for each `purpose`. */
    hash: (purpose: string, value: string) =>
      createHmac('sha256', keyFor(purpose)).update(value).digest(),
    /** Encrypts and authenticates a JSON value (AES-256-GCM), as base64url. */
    seal(value: unknown) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce);
      const body = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    /** Returns the value that was sealed. Throws if it was changed or sealed with another key. */
    unseal(sealed: string): unknown {
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

/** Returns the secret in `dataDir`. Creates it once, even if two servers start together. */
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

import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { newToken, type Secrets } from '../../platform/secrets.ts';

/** A device stays trusted this long after its last use (decisions: Sign-in). */
const lifetime = sql<Date>`now() + interval '180 days'`;

/**
 * Uses the device of `token` to sign in the account of `email` and renews its 180 days. The user's
 * id, or null when the token is unknown, old, another account's, or the account is not active.
 */
export async function renewTrustedDevice(
  db: Db,
  secrets: Secrets,
  by: { token: string; email: string },
): Promise<string | null> {
  const row = await db
    .updateTable('trustedDevices as d')
    .from('users as u')
    .set({ lastUsedAt: sql<Date>`now()`, expiresAt: lifetime })
    .whereRef('u.id', '=', 'd.userId')
    .where('d.tokenHash', '=', hashOf(secrets, by.token))
    .where('d.expiresAt', '>', sql<Date>`now()`)
    .where('u.email', '=', by.email)
    .where('u.deactivatedAt', 'is', null)
    .where('u.deletedAt', 'is', null)
    .returning('u.id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Makes a device trusted by the user; its token is for the cookie. */
export async function trustDevice(
  db: Db,
  secrets: Secrets,
  of: { userId: string; userAgent: string },
): Promise<string> {
  const token = newToken();
  await db
    .insertInto('trustedDevices')
    .values({ ...of, tokenHash: hashOf(secrets, token), expiresAt: lifetime })
    .execute();
  return token;
}

/** The device of this token is trusted no more, whoever's it was. */
export async function forgetDevice(db: Db, secrets: Secrets, token: string): Promise<void> {
  await db.deleteFrom('trustedDevices').where('tokenHash', '=', hashOf(secrets, token)).execute();
}

/** A device that a user trusts. */
interface TrustedDevice {
  id: string;
  tokenHash: Buffer;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
}

/** The devices that the user trusts, the one used last first. */
export async function listTrustedDevices(db: Db, userId: string): Promise<TrustedDevice[]> {
  return db
    .selectFrom('trustedDevices')
    .select(['id', 'tokenHash', 'userAgent', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .execute();
}

/** Whether a browser with this token is that device. */
export function isDeviceOfToken(
  secrets: Secrets,
  device: { tokenHash: Buffer },
  token: string,
): boolean {
  return hashOf(secrets, token).equals(device.tokenHash);
}

/** One device is trusted by the user no more; undefined where it was not. */
export async function forgetDeviceOf(
  db: Db,
  userId: string,
  id: string,
): Promise<{ tokenHash: Buffer } | undefined> {
  return db
    .deleteFrom('trustedDevices')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('tokenHash')
    .executeTakeFirst();
}

/** No device is trusted by the user any more: signing out everywhere, deactivation, deletion. */
export async function forgetDevices(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('trustedDevices').where('userId', '=', userId).execute();
}

function hashOf(secrets: Secrets, token: string): Buffer {
  return secrets.hash('device', token);
}

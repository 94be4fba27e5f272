import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { newToken, type Secrets } from '../../platform/secrets.ts';
import { revokeSessionsOfDevice } from './sessions.ts';

/** A device stays trusted this long after its last use. */
const lifetime = sql<Date>`now() + interval '180 days'`;

/** A cookie that was just replaced still serves its own browser this long: two tabs may use it at once. */
const grace = sql<Date>`now() - interval '10 seconds'`;

/** What came of using a device: a sign-in, with the next cookie, or the end of its trust. */
export type DeviceUse =
  | { userId: string; deviceId: string; token: string }
  | { stolen: { userAgent: string; endedSessions: string[] } };

/**
 * Uses the device of `token` to sign in the account of `email`, renews its 180 days and gives the
 * cookie that takes this one's place. An old cookie means that somebody has copied it: trust and the
 * sessions that began with the device end. Null when the token is unknown, expired, another
 * account's, or the account is not active.
 */
export async function renewTrustedDevice(
  db: Db,
  secrets: Secrets,
  by: { token: string; email: string; userAgent: string },
): Promise<DeviceUse | null> {
  const device = await db
    .selectFrom('trustedDevices as d')
    .innerJoin('users as u', 'u.id', 'd.userId')
    .select(['d.id', 'd.userId', 'd.tokenHash', 'd.previousHash', 'd.userAgent'])
    .select(sql<boolean>`coalesce(d.rotated_at > ${grace}, false)`.as('isRecent'))
    .where(isOfFamily(secrets, by.token))
    .where('d.expiresAt', '>', sql<Date>`now()`)
    .where('u.email', '=', by.email)
    .where('u.deactivatedAt', 'is', null)
    .where('u.deletedAt', 'is', null)
    .forUpdate('d')
    .executeTakeFirst();
  if (!device) return null;
  const { id, userId, userAgent } = device;
  const tokenHash = hashOf(secrets, by.token);
  const next = { userId, deviceId: id, token: nextToken(secrets, by.token) };
  if (tokenHash.equals(device.tokenHash)) {
    await db
      .updateTable('trustedDevices')
      .set({
        familyHash: hashOf(secrets, familyOf(by.token)),
        tokenHash: hashOf(secrets, next.token),
        previousHash: tokenHash,
        rotatedAt: sql<Date>`now()`,
        lastUsedAt: sql<Date>`now()`,
        expiresAt: lifetime,
        userAgent: by.userAgent,
      })
      .where('id', '=', id)
      .execute();
    return next;
  }
  const isPrevious = device.previousHash !== null && tokenHash.equals(device.previousHash);
  if (isPrevious && device.isRecent && userAgent === by.userAgent) return next;
  await db.deleteFrom('trustedDevices').where('id', '=', id).execute();
  return { stolen: { userAgent, endedSessions: await revokeSessionsOfDevice(db, userId, id) } };
}

/** Makes a device trusted by the user; its token is for the cookie. */
export async function trustDevice(
  db: Db,
  secrets: Secrets,
  of: { userId: string; userAgent: string },
): Promise<{ id: string; token: string }> {
  const token = newToken();
  const tokenHash = hashOf(secrets, token);
  const { id } = await db
    .insertInto('trustedDevices')
    .values({ ...of, tokenHash, familyHash: tokenHash, expiresAt: lifetime })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

/** The device of this token is trusted no more, whoever's it was. */
export async function forgetDevice(db: Db, secrets: Secrets, token: string): Promise<void> {
  await db.deleteFrom('trustedDevices').where(isOfFamily(secrets, token)).execute();
}

/** A device that a user trusts. */
interface TrustedDevice {
  id: string;
  tokenHash: Buffer;
  familyHash: Buffer | null;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
}

/** The devices that the user trusts, the one used last first. */
export async function listTrustedDevices(db: Db, userId: string): Promise<TrustedDevice[]> {
  return db
    .selectFrom('trustedDevices')
    .select(['id', 'tokenHash', 'familyHash', 'userAgent', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .execute();
}

/** Whether a browser with this token is that device. */
export function isDeviceOfToken(
  secrets: Secrets,
  { tokenHash, familyHash }: Pick<TrustedDevice, 'tokenHash' | 'familyHash'>,
  token: string,
): boolean {
  return hashOf(secrets, familyOf(token)).equals(familyHash ?? tokenHash);
}

/** One device is trusted by the user no more; undefined where it was not. */
export async function forgetDeviceOf(
  db: Db,
  userId: string,
  id: string,
): Promise<Pick<TrustedDevice, 'tokenHash' | 'familyHash'> | undefined> {
  return db
    .deleteFrom('trustedDevices')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(['tokenHash', 'familyHash'])
    .executeTakeFirst();
}

/** No device is trusted by the user any more: signing out everywhere, deactivation, deletion. */
export async function forgetDevices(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('trustedDevices').where('userId', '=', userId).execute();
}

/** The row that this token, or an older or newer one of the same device, belongs to. */
function isOfFamily(secrets: Secrets, token: string): RawBuilder<SqlBool> {
  const hash = hashOf(secrets, familyOf(token));
  return sql<SqlBool>`(family_hash = ${hash} or (family_hash is null and token_hash = ${hash}))`;
}

/** A cookie is its family, and after the first use a dot and what changes. */
function familyOf(token: string): string {
  return token.split('.', 1)[0] ?? '';
}

/** Follows from the token, so that two uses at the same moment get the same one. */
function nextToken(secrets: Secrets, token: string): string {
  return `${familyOf(token)}.${secrets.hash('device-rotation', token).toString('base64url')}`;
}

function hashOf(secrets: Secrets, token: string): Buffer {
  return secrets.hash('device', token);
}

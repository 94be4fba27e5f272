import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { TrustedDevices } from '@marketplace/db/types.generated';
import { newToken, type Secrets } from '../../platform/secrets.ts';
import { revokeSessions } from './sessions.ts';

/** When the trust in a device expires: 180 days after its last use. */
const lifetime = sql<Date>`now() + interval '180 days'`;

/** A replaced cookie stays valid in its browser for 10 seconds, as two tabs may use it at once. */
const grace = sql<Date>`now() - interval '10 seconds'`;

/** A sign-in with the next cookie, or the end of the device's trust. */
type DeviceUse =
  | { userId: string; deviceId: string; token: string }
  | { stolen: { userAgent: string; endedSessions: string[] } };

/**
 * Signs in with a device of the account `email`, renews its 180 days and returns its next cookie.
 * An old cookie means that someone copied it, so the device's trust and sessions end. Returns null
 * if the token is unknown, expired or another account's, or if the account is not active.
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
    .where((eb) => eb.and({ 'u.email': by.email, 'u.deactivatedAt': null, 'u.deletedAt': null }))
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
  const endedSessions = await revokeSessions(db, { userId, deviceId: id });
  return { stolen: { userAgent, endedSessions } };
}

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

/** Stops trusting the device of this token, whoever its user is. */
export async function forgetDevice(db: Db, secrets: Secrets, token: string): Promise<void> {
  await db.deleteFrom('trustedDevices').where(isOfFamily(secrets, token)).execute();
}

/** Returns the user's trusted devices, last used first. */
export function listTrustedDevices(db: Db, userId: string) {
  return db
    .selectFrom('trustedDevices')
    .select(['id', 'tokenHash', 'familyHash', 'userAgent', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .execute();
}

type Hashes = Pick<Selectable<TrustedDevices>, 'tokenHash' | 'familyHash'>;

export function isDeviceOfToken(secrets: Secrets, device: Hashes, token: string): boolean {
  return hashOf(secrets, familyOf(token)).equals(device.familyHash ?? device.tokenHash);
}

/** Stops trusting one device of the user. Returns undefined if it was not trusted. */
export function forgetDeviceOf(db: Db, userId: string, id: string) {
  return db
    .deleteFrom('trustedDevices')
    .where((eb) => eb.and({ id, userId }))
    .returning(['tokenHash', 'familyHash'])
    .executeTakeFirst();
}

export async function forgetDevices(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('trustedDevices').where('userId', '=', userId).execute();
}

/** Returns an SQL condition: the row is this token's device. Any token of the device matches. */
function isOfFamily(secrets: Secrets, token: string): RawBuilder<SqlBool> {
  const hash = hashOf(secrets, familyOf(token));
  return sql<SqlBool>`(family_hash = ${hash} or (family_hash is null and token_hash = ${hash}))`;
}

/**
 * Returns the first part of a cookie, which never changes. After the first use, a dot and a
 * changing part follow it.
 */
function familyOf(token: string): string {
  return token.split('.', 1)[0] ?? '';
}

/** Derives the next token from this one, so that concurrent uses get the same one. */
function nextToken(secrets: Secrets, token: string): string {
  return `${familyOf(token)}.${secrets.hash('device-rotation', token).toString('base64url')}`;
}

function hashOf(secrets: Secrets, token: string): Buffer {
  return secrets.hash('device', token);
}

/** Browsers by a token unique to their User-Agent. The first match wins. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns a readable name of a browser from its User-Agent, for example 'Firefox on Windows'. */
export function deviceLabel(userAgent: string): string {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1];
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `Browser on ${system}` : 'Unknown browser');
}

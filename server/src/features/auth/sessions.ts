import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createBatcher } from '../../platform/batcher.ts';
import { newToken, type Secrets } from '../../platform/secrets.ts';

/** A session found by its token; `renewed` when its 30 days have just begun anew. */
export interface FoundSession extends Session {
  renewed: boolean;
}

/** A session lives this long after its last renewal. */
const lifetime = sql<Date>`now() + interval '30 days'`;

/** A session in use is renewed this often, so that most calls write nothing. */
const renewalPause = 60 * 60 * 1000;

/**
 * The live session of a token: not expired, its user neither deactivated nor deleted; else null.
 * Slides the session's 30 days, with at most one write an hour.
 */
export async function findSession(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  token: string,
): Promise<FoundSession | null> {
  const row = await findByHash(db, hashOf(secrets, token));
  if (!row) return null;
  const renewed = row.now.getTime() - row.lastSeenAt.getTime() >= renewalPause;
  if (renewed) await renew(db, row.sessionId);
  return {
    id: row.sessionId,
    user: {
      id: row.id,
      email: row.email,
      isAdmin: row.isAdmin,
      membershipTier: row.membershipTier === 'premium' ? 'premium' : 'free',
    },
    renewed,
  };
}

/** The rows of live sessions. */
const findByHash = createBatcher(async (db: Db, tokenHashes: Buffer[]) => {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select([
      's.id as sessionId',
      's.tokenHash',
      's.lastSeenAt',
      sql<Date>`now()`.as('now'),
      'u.id',
      'u.email',
      'u.isAdmin',
      'u.membershipTier',
    ])
    .where('s.tokenHash', '=', sql<Buffer>`any(${tokenHashes}::bytea[])`)
    .where('s.expiresAt', '>', sql<Date>`now()`)
    .where('u.deactivatedAt', 'is', null)
    .where('u.deletedAt', 'is', null)
    .execute();
  const byHash = new Map(rows.map((row) => [row.tokenHash.toString('hex'), row]));
  return tokenHashes.map((hash) => byHash.get(hash.toString('hex')) ?? null);
});

/**
 * A new session of the user, begun with a trusted device where one is named. The token is for the
 * cookie; the database keeps its hash alone.
 */
export async function startSession(
  db: Db,
  secrets: Secrets,
  of: { userId: string; userAgent: string; deviceId?: string | undefined },
): Promise<{ id: string; token: string }> {
  const token = newToken();
  const { id } = await db
    .insertInto('sessions')
    .values({ ...of, tokenHash: hashOf(secrets, token), expiresAt: lifetime })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

/**
 * Ends one session, only of this user where one is named. After the commit, close the sockets of the
 * returned ids (`hub.closeSessions`).
 */
export async function revokeSession(db: Db, sessionId: string, userId?: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? ''))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Ends every session of the user; otherwise as `revokeSession`. */
export async function revokeSessions(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Ends the user's sessions that began with this trusted device; otherwise as `revokeSession`. */
export async function revokeSessionsOfDevice(
  db: Db,
  userId: string,
  deviceId: string,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('deviceId', '=', deviceId)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** The user's live sessions, the one used last first. Use is noted once an hour. */
export async function listSessions(
  db: Db,
  userId: string,
): Promise<{ id: string; userAgent: string; createdAt: Date; lastSeenAt: Date }[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'userAgent', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .execute();
}

/** Of many calls at once, one writes. */
async function renew(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ lastSeenAt: sql<Date>`now()`, expiresAt: lifetime })
    .where('id', '=', sessionId)
    .where('lastSeenAt', '<=', sql<Date>`now() - interval '1 hour'`)
    .execute();
}

function hashOf(secrets: Secrets, token: string): Buffer {
  return secrets.hash('session', token);
}

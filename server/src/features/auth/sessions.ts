import { sql, type RawBuilder } from 'kysely';
import type { Pool } from 'pg';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { createBatcher } from '../../platform/batcher.ts';
import { inBatches } from '../../platform/jobs.ts';
import { newToken, type Secrets } from '../../platform/secrets.ts';
import { hidesListings, toSessionUser } from '../users/users.ts';

/** A session lasts 30 days from its last renewal, and at most 90 days from its sign-in. */
const lifetime = sql<Date>`now() + interval '30 days'`;
const longest = sql`interval '90 days'`;

/** The least time between two renewals of a session in ms, so that most calls write nothing. */
const renewalPause = 60 * 60 * 1000;

/**
 * Returns a token's valid session, or null. Extends it to 30 days, at most once an hour, but never
 * beyond 90 days from the sign-in.
 */
export async function findSession(
  { pool, db, secrets }: Pick<AppContext, 'pool' | 'db' | 'secrets'>,
  token: string,
): Promise<(Session & { renewed: boolean }) | null> {
  const row = await findByHash(pool, secrets.hash('session', token));
  if (!row) return null;
  const renewed = row.now.getTime() - row.lastSeenAt.getTime() >= renewalPause;
  if (renewed) {
    // Only one of several concurrent calls writes.
    await db
      .updateTable('sessions')
      .set({
        lastSeenAt: sql<Date>`now()`,
        expiresAt: sql<Date>`least(${lifetime}, created_at + ${longest})`,
      })
      .where('id', '=', row.sessionId)
      .where('lastSeenAt', '<=', sql<Date>`now() - interval '1 hour'`)
      .execute();
  }
  return { id: row.sessionId, user: toSessionUser(row), confirmedAt: row.confirmedAt, renewed };
}

type SessionRow = Parameters<typeof toSessionUser>[0] & {
  /** The position of the token in the batch, from 1. */
  n: number;
  sessionId: string;
  lastSeenAt: Date;
  confirmedAt: Date | null;
  now: Date;
};

/** Finds valid sessions. The statement has a name, so that each connection plans it only once. */
const findByHash = createBatcher(async (pool: Pool, tokenHashes: Buffer[]) => {
  const { rows } = await pool.query<SessionRow>({
    name: 'find-sessions',
    text: `
      select asked.n::integer, s.id as "sessionId", s.last_seen_at as "lastSeenAt", now(),
        u.id, u.email, u.is_admin as "isAdmin", u.membership_tier as "membershipTier",
        u.standing,
        u.suspended_until as "suspendedUntil", u.suspension_reason as "suspensionReason",
        u.has_factor as "hasFactor", u.admin_since as "adminSince",
        s.confirmed_at as "confirmedAt", ${hidesListings} as "hidesListings"
      from unnest($1::bytea[]) with ordinality as asked (token_hash, n)
      join sessions s on s.token_hash = asked.token_hash and s.expires_at > now()
        and s.created_at > now() - interval '90 days'
      join users u on u.id = s.user_id and u.deactivated_at is null and u.deleted_at is null`,
    values: [tokenHashes],
  });
  const byNumber = new Map(rows.map((row) => [row.n, row]));
  return tokenHashes.map((_, at) => byNumber.get(at + 1) ?? null);
});

/**
 * Starts a session, linked to a trusted device if given. `confirmedAt` is now after a sign-in with a
 * second factor. Stores only a hash of its token.
 */
export async function startSession(
  db: Db,
  secrets: Secrets,
  of: {
    userId: string;
    userAgent: string;
    deviceId?: string | undefined;
    confirmedAt?: Date | undefined;
  },
): Promise<{ id: string; token: string }> {
  const token = newToken();
  const { id } = await db
    .insertInto('sessions')
    .values({ ...of, tokenHash: secrets.hash('session', token), expiresAt: lifetime })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, token };
}

/**
 * Ends one session, all of a user, or those of a trusted device. After the commit, pass the
 * returned ids to `hub.closeSessions`.
 */
export async function revokeSessions(
  db: Db,
  of: { id: string; userId?: string } | { userId: string; deviceId?: string },
): Promise<string[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where((eb) => eb.and(of))
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the user's valid sessions, last used first. `lastSeenAt` is updated once an hour. */
export function listSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'userAgent', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .execute();
}

/** Deletes what has expired, and old counts of wrong codes. Closes sockets of expired sessions. */
export async function sweepSignIns({ db, hub }: Pick<AppContext, 'db' | 'hub'>): Promise<void> {
  const remove = (table: string, key: string, isOver: RawBuilder<unknown>) => {
    const [from, id] = [sql.table(table), sql.ref(key)];
    return inBatches(async (size) => {
      // The condition is repeated because a row may be renewed between the two scans.
      const { rows } = await sql<{ key: string }>`delete from ${from} where ${isOver}
        and ${id} in (select ${id} from ${from} where ${isOver} limit ${size})
        returning ${id} as key`.execute(db);
      if (table === 'sessions') hub.closeSessions(rows.map((row) => row.key));
      return rows.length;
    });
  };
  await remove('sessions', 'id', sql`expires_at < now()`);
  await remove('trusted_devices', 'id', sql`expires_at < now()`);
  await remove('pending_sign_ins', 'token_hash', sql`expires_at < now()`);
  await remove('sign_ins', 'id', sql`created_at < now() - interval '1 year'`);
  await remove('passkey_challenges', 'challenge_hash', sql`expires_at < now()`);
  await remove('sign_in_failures', 'address_hash', sql`last_failed_at < now() - interval '1 year'`);
  await remove('rate_limits', 'key', sql`expire < ${Date.now()}`);
}

import { type Kysely, sql } from 'kysely';
import type { DB } from '@marketplace/db/types.generated';
import type { Db } from '@marketplace/db/database';
import type { AdminGrant } from '@marketplace/shared/admin/schemas';
import { texts } from '@marketplace/shared/texts';
import { AppError } from '../../errors.ts';
import { findAdmins } from '../../realtime/totals.ts';
import { audit } from './audit-log.ts';

/** An arbitrary key. */
const adminsLock = 7_203_115;

type Granted = Omit<AdminGrant, 'message'>;

/**
 * Makes `userId` the first admin. Throws CONFLICT while an active admin exists; of concurrent calls
 * one succeeds.
 */
export function initializeAdmin(db: Kysely<DB>, userId: string): Promise<Granted> {
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx);
    if (await hasAdmin(trx)) throw new AppError('CONFLICT', 'An administrator already exists.');
    return grant(trx, userId, 'admin.initialize');
  });
}

/**
 * Makes `user` an admin while no active admin exists, or when their address is among
 * `adminEmails`; else FORBIDDEN.
 */
export function forceInitializeAdmin(
  db: Kysely<DB>,
  user: { id: string; email: string },
  adminEmails: string[],
): Promise<Granted> {
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx);
    if ((await hasAdmin(trx)) && !adminEmails.includes(user.email)) {
      throw new AppError(
        'FORBIDDEN',
        'Force initialization is disabled. Ask an existing administrator, or add your e-mail to ADMIN_EMAILS.',
      );
    }
    return grant(trx, user.id, 'admin.forceInitialize');
  });
}

/**
 * Until the transaction ends nobody else becomes an admin or ceases to be one. To be called before
 * any row is locked.
 */
export async function lockAdmins(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${adminsLock})`.execute(trx);
}

/** Whether there is an active admin, other than this user if given. Call it under `lockAdmins`. */
export async function hasAdmin(trx: Db, besidesId?: string): Promise<boolean> {
  const admin = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'is distinct from', besidesId ?? null)
    .where('isAdmin', '=', true)
    .where('deactivatedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

/** Throws UNAUTHORIZED for an admin who was deactivated while the call waited for a lock. */
export async function assertStillAdmin(trx: Db, actorId: string): Promise<void> {
  const admins = await findAdmins(trx, [actorId]);
  if (!admins.has(actorId)) throw new AppError('UNAUTHORIZED', texts.adminRequired);
}

async function grant(trx: Db, userId: string, action: string): Promise<Granted> {
  const user = await trx
    .updateTable('users')
    .set({ isAdmin: true })
    .where('id', '=', userId)
    .returning(['id as userId', 'email', 'username'])
    .executeTakeFirstOrThrow();
  await audit(trx, { actorId: userId, action, targetType: 'user', targetId: userId });
  return user;
}

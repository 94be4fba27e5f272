import { type Kysely, sql } from 'kysely';
import type { DB } from '@marketplace/db/types.generated';
import type { Db } from '@marketplace/db/database';
import { AppError } from '../../errors.ts';
import { audit } from './audit.ts';

/** Any constant of its own; changes of who is an admin take turns on it. */
const grantLock = 7_203_115;

interface Granted {
  id: string;
  email: string;
  username: string;
}

/**
 * Makes `userId` the first admin. Only while no active admin exists, else CONFLICT; of two at once
 * exactly one wins.
 */
export function initializeAdmin(db: Kysely<DB>, userId: string): Promise<Granted> {
  return db.transaction().execute(async (trx) => {
    if (await activeAdminExists(trx)) {
      throw new AppError('CONFLICT', 'An administrator already exists.');
    }
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
    if ((await activeAdminExists(trx)) && !adminEmails.includes(user.email)) {
      throw new AppError(
        'FORBIDDEN',
        'Force initialization is disabled. Ask an existing administrator, or add your e-mail to ADMIN_EMAILS.',
      );
    }
    return grant(trx, user.id, 'admin.forceInitialize');
  });
}

/**
 * Until the transaction ends nobody else becomes an admin or ceases to be one. To be taken before
 * any row is locked.
 */
export async function lockAdmins(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${grantLock})`.execute(trx);
}

async function activeAdminExists(trx: Db): Promise<boolean> {
  await lockAdmins(trx);
  const admin = await trx
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', true)
    .where('deactivatedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

async function grant(trx: Db, userId: string, action: string): Promise<Granted> {
  const user = await trx
    .updateTable('users')
    .set({ isAdmin: true })
    .where('id', '=', userId)
    .returning(['id', 'email', 'username'])
    .executeTakeFirstOrThrow();
  await audit(trx, { actorId: userId, action, targetType: 'user', targetId: userId });
  return user;
}

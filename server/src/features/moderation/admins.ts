import { type Kysely, sql } from 'kysely';
import type { DB } from '@marketplace/db/types.generated';
import type { Db } from '@marketplace/db/database';
import type { AdminGrant } from '@marketplace/shared/admin/schemas';
import { adminAccessTexts } from '@marketplace/shared/outcomes/admin';
import { texts } from '@marketplace/shared/texts';
import { AppError } from '../../errors.ts';
import { findAdmins } from '../../realtime/totals.ts';
import { audit } from './audit-log.ts';

/** The arbitrary key of the advisory lock. */
const adminsLock = 7_203_115;

/**
 * Makes `user` the first admin; only one of several concurrent calls succeeds. While there is an
 * active admin, throws CONFLICT without `adminEmails`, the addresses from the configuration. With
 * them, it still makes a listed user an admin and throws FORBIDDEN for any other.
 */
export function initializeAdmin(
  db: Kysely<DB>,
  user: { id: string; email: string },
  adminEmails?: string[],
): Promise<AdminGrant> {
  return db.transaction().execute(async (trx) => {
    await lockAdmins(trx);
    if (!adminEmails?.includes(user.email) && (await hasAdmin(trx))) {
      if (!adminEmails)
        throw new AppError('CONFLICT', 'This marketplace already has an administrator.');
      throw new AppError(
        'FORBIDDEN',
        'Force initialization is disabled. Ask an existing administrator, or add your e-mail to ADMIN_EMAILS.',
      );
    }
    const granted = await trx
      .updateTable('users')
      .set({ isAdmin: true })
      .where('id', '=', user.id)
      .returning(['id as userId', 'email', 'username'])
      .executeTakeFirstOrThrow();
    const action = adminEmails ? 'admin.forceInitialize' : 'admin.initialize';
    await audit(trx, ['user', user.id], { actorId: user.id, action });
    return { message: adminAccessTexts.done, ...granted };
  });
}

/** Keeps the set of admins unchanged in this transaction. Call it before any row is locked. */
export async function lockAdmins(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${adminsLock})`.execute(trx);
}

/** Returns whether there is an active admin other than `besidesId`. Call it under `lockAdmins`. */
export async function hasAdmin(trx: Db, besidesId?: string): Promise<boolean> {
  const admin = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'is distinct from', besidesId ?? null)
    .where('isAdmin', '=', true)
    .where((eb) => eb.and({ deactivatedAt: null, deletedAt: null }))
    .limit(1)
    .executeTakeFirst();
  return admin !== undefined;
}

/** Throws UNAUTHORIZED if the admin was deactivated while the call waited for a lock. */
export async function assertStillAdmin(trx: Db, actorId: string): Promise<void> {
  const admins = await findAdmins(trx, [actorId]);
  if (!admins.has(actorId)) throw new AppError('UNAUTHORIZED', texts.adminRequired);
}

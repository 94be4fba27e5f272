import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { updateUserInput } from '@marketplace/shared/admin/schemas';
import { AppError, assertId, notFound } from '../../errors.ts';
import { revokeSessions } from '../auth/sessions.ts';
import { forgetDevices } from '../auth/trusted-devices.ts';
import { endDealsOf } from '../deals/end-deals.ts';
import { findCounterparts } from '../messaging/conversations.ts';
import { assertStillAdmin, hasAdmin, lockAdmins } from './admins.ts';
import { audit } from './audit-log.ts';
import type { ExplainedAction } from './case-context.ts';
import { recordOutcome, reverseDecisions } from './decisions.ts';
import { type Effects, mergeEffects } from './effects.ts';

export type AdminAction = ExplainedAction & { actorId: string; id: string };

/**
 * Ends the user's sessions, trusted devices and deals, hides their listings and emails them. Call
 * it before a row of users or listings is locked. Throws CONFLICT for the actor's account, the last
 * active admin and a deactivated user, NOT_FOUND for an unknown one.
 */
export async function deactivateAccount(trx: Db, action: AdminAction): Promise<Effects> {
  const { actorId, id, reason = null } = action;
  if (id.toLowerCase() === actorId) {
    throw new AppError('CONFLICT', "You can't deactivate your own account.");
  }
  await lockAdmins(trx);
  const user = await lockUser(trx, id);
  if (user.deactivatedAt) throw new AppError('CONFLICT', 'This user is already deactivated.');
  if (user.isAdmin && !(await hasAdmin(trx, user.id))) {
    throw new AppError('CONFLICT', "You can't deactivate the last active admin.");
  }
  await assertStillAdmin(trx, actorId);
  await trx
    .updateTable('users')
    .set({ deactivatedAt: sql<Date>`now()` })
    .where('id', '=', user.id)
    .execute();
  // Devices come first: a sign-in from a device locks its row until the new session exists.
  await forgetDevices(trx, user.id);
  const sessionIds = await revokeSessions(trx, { userId: user.id });
  const { freedIds } = await endDealsOf(trx, user.id);
  const hiddenIds = await updateSellerActive(trx, user.id);
  await audit(trx, ['user', user.id], { actorId, action: 'user.deactivate', reason });
  return {
    sessionIds,
    mails: [{ to: user.email, subject: 'userDeactivated', reason }],
    conversations: await findCounterparts(trx, user.id),
    listingIds: [...freedIds, ...hiddenIds],
    adminEvents: [{ type: 'userChanged', userId: user.id }],
  };
}

/** Deactivates an account outside the queue. Throws the errors of `deactivateAccount`. */
export async function deactivateUser(trx: Db, action: AdminAction): Promise<Effects> {
  const { id: userId, actorId, reason, guideline } = action;
  const effects = await deactivateAccount(trx, action);
  const results = [{ ...effects, steps: [{ kind: 'account' as const, userId }] }];
  const target = { targetType: 'user', targetId: userId, userId, caseId: null } as const;
  const outcome = { ...target, decision: 'deactivate', actorId, reason, guideline } as const;
  return mergeEffects(...(await recordOutcome(trx, { ...outcome, results })));
}

/**
 * Restores a deactivated user, but not their deals, and lifts the ban of their mailbox. Throws
 * CONFLICT if active, or NOT_FOUND.
 */
export async function reactivateAccount(trx: Db, action: AdminAction): Promise<Effects> {
  const { actorId, id, reason = null } = action;
  await lockAdmins(trx);
  const user = await lockUser(trx, id);
  if (!user.deactivatedAt) throw new AppError('CONFLICT', 'This user is already active.');
  await assertStillAdmin(trx, actorId);
  await trx.updateTable('users').set({ deactivatedAt: null }).where('id', '=', user.id).execute();
  await trx.deleteFrom('bannedMailboxes').where('userId', '=', user.id).execute();
  const listingIds = await updateSellerActive(trx, user.id);
  const reversed = await reverseDecisions(trx, { kind: 'deactivated', userId: user.id });
  await audit(trx, ['user', user.id], { actorId, action: 'user.reactivate', reason });
  return {
    mails: [{ to: user.email, subject: 'userReactivated', reason }],
    conversations: await findCounterparts(trx, user.id),
    listingIds,
    adminEvents: [{ type: 'userChanged', userId: user.id }, ...(reversed.adminEvents ?? [])],
  };
}

/**
 * Makes a user an admin. Does nothing for an admin. Throws CONFLICT for a deactivated or suspended
 * user.
 */
export async function makeAdmin(trx: Db, { actorId, id }: AdminAction): Promise<Effects> {
  await lockAdmins(trx);
  const user = await lockUser(trx, id);
  if (user.deactivatedAt) {
    throw new AppError('CONFLICT', 'Reactivate this user before making them an admin.');
  }
  if (isSuspended(user)) {
    throw new AppError('CONFLICT', 'End the suspension before making this user an admin.');
  }
  if (user.isAdmin) return {};
  await assertStillAdmin(trx, actorId);
  await trx.updateTable('users').set({ isAdmin: true }).where('id', '=', user.id).execute();
  await audit(trx, ['user', user.id], { actorId, action: 'user.makeAdmin' });
  return { adminEvents: [{ type: 'userChanged', userId: user.id }] };
}

/** Changes the given fields. The audit log names only those that differ. */
export async function updateUser(
  trx: Db,
  { actorId, id, membershipTier, canUsePaypal }: AdminAction & output<typeof updateUserInput>,
): Promise<Effects> {
  const user = await lockUser(trx, id);
  const changes: { membershipTier?: string; canUsePaypal?: boolean } = {};
  if (membershipTier !== undefined && membershipTier !== user.membershipTier) {
    changes.membershipTier = membershipTier;
  }
  if (canUsePaypal !== undefined && canUsePaypal !== user.canUsePaypal) {
    changes.canUsePaypal = canUsePaypal;
  }
  if (Object.keys(changes).length === 0) return {};
  await trx.updateTable('users').set(changes).where('id', '=', user.id).execute();
  await audit(trx, ['user', user.id], { actorId, action: 'user.update', details: { ...changes } });
  return { adminEvents: [{ type: 'userChanged', userId: user.id }] };
}

/** Locks and returns the user. Throws NOT_FOUND for an unknown or deleted user. */
export async function lockUser(trx: Db, userId: string) {
  assertId(userId, 'User');
  const user = await trx
    .selectFrom('users')
    .select(['id', 'email', 'isAdmin', 'deactivatedAt', 'membershipTier', 'canUsePaypal'])
    .select('suspendedUntil')
    .where((eb) => eb.and({ id: userId, deletedAt: null }))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user) throw notFound('User');
  return user;
}

export function isSuspended({ suspendedUntil }: { suspendedUntil: Date | null }): boolean {
  return suspendedUntil !== null && suspendedUntil.getTime() > Date.now();
}

/**
 * Hides the user's listings while the account is deactivated or suspended, and shows them otherwise.
 * Returns the ids of those that changed.
 */
export async function updateSellerActive(trx: Db, sellerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update listings l set seller_active = not u.hides
    from (
      select deactivated_at is not null or coalesce(suspended_until > now(), false) as hides
      from users where id = ${sellerId}
    ) u
    where l.seller_id = ${sellerId} and l.deleted_at is null and l.seller_active = u.hides
    returning l.id`.execute(trx);
  return rows.map(({ id }) => id);
}

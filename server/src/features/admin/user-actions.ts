import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { texts } from '@marketplace/shared/texts';
import { AppError } from '../../errors.ts';
import { findAdmins } from '../../realtime/totals.ts';
import { revokeSessions } from '../auth/sessions.ts';
import { forgetDevices } from '../auth/trusted-devices.ts';
import { notifyCounterparts } from '../messaging/counterpart-participants.ts';
import { mailAbout, type MailContext } from './action-mail.ts';
import { audit } from './audit.ts';
import { lockAdmins } from './first-admin.ts';
import { type Effects, effectsOf } from './effects.ts';

/** Who does something to whose account, and why. */
export interface UserAction {
  actorId: string;
  userId: string;
  reason?: string | null | undefined;
}

/**
 * Locks somebody out: sessions and trusted devices end, listings hide, conversations stay to be read,
 * as the pages of the others show at once. They get the reason by mail.
 * Throws CONFLICT for oneself, for the last active admin and for somebody deactivated already,
 * NOT_FOUND for nobody. To be called before any row of users or listings is locked.
 */
export async function deactivateUser(
  trx: Db,
  mail: MailContext,
  action: UserAction,
): Promise<Effects> {
  const effects = await deactivateAccount(trx, mail, action);
  return { ...effects, entries: await notifyCounterparts(trx, action.userId) };
}

/** As `deactivateUser`, for a caller that tells the others of their conversations itself. */
export async function deactivateAccount(
  trx: Db,
  mail: MailContext,
  { actorId, userId, reason = null }: UserAction,
): Promise<Effects> {
  if (userId.toLowerCase() === actorId) {
    throw new AppError('CONFLICT', 'You cannot deactivate your own account.');
  }
  await lockAdmins(trx);
  const user = await lockUser(trx, userId);
  if (user.deactivatedAt) throw new AppError('CONFLICT', 'This user is deactivated already.');
  if (user.isAdmin && !(await hasOtherAdmin(trx, user.id))) {
    throw new AppError('CONFLICT', 'The last active admin cannot be deactivated.');
  }
  await assertStillAdmin(trx, actorId);
  await trx
    .updateTable('users')
    .set({ deactivatedAt: sql<Date>`now()` })
    .where('id', '=', user.id)
    .execute();
  // Devices first: a sign-in by one holds its row until its session is there to be ended.
  await forgetDevices(trx, user.id);
  const sessionIds = await revokeSessions(trx, user.id);
  await setSellerActive(trx, user.id, false);
  await audit(trx, {
    actorId,
    action: 'user.deactivate',
    targetType: 'user',
    targetId: user.id,
    reason,
  });
  await mailAbout(trx, mail, { to: user.email, what: 'userDeactivated', reason });
  return effectsOf({ sessionIds, news: [{ type: 'userChanged', userId: user.id }] });
}

/**
 * Lets somebody in again, with their listings, conversations and, for an admin, that role. Throws
 * CONFLICT for somebody active, NOT_FOUND for nobody.
 */
export async function reactivateUser(
  trx: Db,
  mail: MailContext,
  action: UserAction,
): Promise<Effects> {
  const effects = await reactivateAccount(trx, mail, action);
  return { ...effects, entries: await notifyCounterparts(trx, action.userId) };
}

/** As `reactivateUser`, for a caller that tells the others of their conversations itself. */
export async function reactivateAccount(
  trx: Db,
  mail: MailContext,
  { actorId, userId, reason = null }: UserAction,
): Promise<Effects> {
  await lockAdmins(trx);
  const user = await lockUser(trx, userId);
  if (!user.deactivatedAt) throw new AppError('CONFLICT', 'This user is active already.');
  await assertStillAdmin(trx, actorId);
  await trx.updateTable('users').set({ deactivatedAt: null }).where('id', '=', user.id).execute();
  await setSellerActive(trx, user.id, true);
  await audit(trx, {
    actorId,
    action: 'user.reactivate',
    targetType: 'user',
    targetId: user.id,
    reason,
  });
  await mailAbout(trx, mail, { to: user.email, what: 'userReactivated', reason });
  return effectsOf({ news: [{ type: 'userChanged', userId: user.id }] });
}

/** Makes somebody an admin; for one who is it changes nothing. Throws CONFLICT for a deactivated user. */
export async function makeAdmin(trx: Db, { actorId, userId }: UserAction): Promise<Effects> {
  await lockAdmins(trx);
  const user = await lockUser(trx, userId);
  if (user.deactivatedAt) {
    throw new AppError('CONFLICT', 'A deactivated user cannot become an admin.');
  }
  if (user.isAdmin) return effectsOf({});
  await assertStillAdmin(trx, actorId);
  await trx.updateTable('users').set({ isAdmin: true }).where('id', '=', user.id).execute();
  await audit(trx, {
    actorId,
    action: 'user.makeAdmin',
    targetType: 'user',
    targetId: user.id,
  });
  return effectsOf({ news: [{ type: 'userChanged', userId: user.id }] });
}

/** Changes what is given and differs; the entry in the audit log names that. */
export async function updateUser(
  trx: Db,
  { actorId, userId }: UserAction,
  wanted: { membershipTier?: 'free' | 'premium' | undefined; canUsePaypal?: boolean | undefined },
): Promise<Effects> {
  const user = await lockUser(trx, userId);
  const { membershipTier, canUsePaypal } = wanted;
  const changes: { membershipTier?: string; canUsePaypal?: boolean } = {};
  if (membershipTier !== undefined && membershipTier !== user.membershipTier) {
    changes.membershipTier = membershipTier;
  }
  if (canUsePaypal !== undefined && canUsePaypal !== user.canUsePaypal) {
    changes.canUsePaypal = canUsePaypal;
  }
  if (Object.keys(changes).length === 0) return effectsOf({});
  await trx.updateTable('users').set(changes).where('id', '=', user.id).execute();
  await audit(trx, {
    actorId,
    action: 'user.update',
    targetType: 'user',
    targetId: user.id,
    details: { ...changes },
  });
  return effectsOf({ news: [{ type: 'userChanged', userId: user.id }] });
}

/** The user, locked until the transaction ends. 404 for nobody and for those deleted. */
async function lockUser(trx: Db, userId: string) {
  const user = isId(userId)
    ? await trx
        .selectFrom('users')
        .select(['id', 'email', 'isAdmin', 'deactivatedAt', 'membershipTier', 'canUsePaypal'])
        .where('id', '=', userId)
        .where('deletedAt', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined;
  if (!user) throw new AppError('NOT_FOUND', 'User not found');
  return user;
}

/** Whether somebody else is an active admin; to be asked under `lockAdmins`. */
export async function hasOtherAdmin(trx: Db, userId: string): Promise<boolean> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '<>', userId)
    .where('isAdmin', '=', true)
    .where('deactivatedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Somebody may have been deactivated while they waited for their turn. */
async function assertStillAdmin(trx: Db, actorId: string): Promise<void> {
  const admins = await findAdmins(trx, [actorId]);
  if (!admins.has(actorId)) throw new AppError('UNAUTHORIZED', texts.adminRequired);
}

async function setSellerActive(trx: Db, sellerId: string, sellerActive: boolean): Promise<void> {
  await trx
    .updateTable('listings')
    .set({ sellerActive })
    .where('sellerId', '=', sellerId)
    .where('deletedAt', 'is', null)
    .execute();
}

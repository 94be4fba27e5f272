import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { suspendInput } from '@marketplace/shared/admin/person';
import { suspensionEndText } from '@marketplace/shared/moderation/suspension';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import type { NotificationDraft } from '../notifications/notification.view.ts';
import { type AdminAction, isSuspended, lockUser, updateSellerActive } from './account-actions.ts';
import { assertStillAdmin, lockAdmins } from './admins.ts';
import { audit } from './audit-log.ts';
import type { CaseActionContext, Step, StepData } from './case-context.ts';
import { recordDecision, reverseDecisions } from './decisions.ts';
import { type Effects, mergeEffects, runAndPublish } from './effects.ts';

/**
 * Makes an account read-only for some days from now, instead of an earlier end, hides its listings,
 * and notifies and emails its user. Call it before a row of users or listings is locked. Throws
 * CONFLICT for the actor's account, an admin and a deactivated user, NOT_FOUND for an unknown one.
 */
export async function suspendAccount(
  trx: Db,
  action: output<typeof suspendInput> & { actorId: string },
): Promise<Effects> {
  const { actorId, id, days, reason, guideline } = action;
  if (id.toLowerCase() === actorId) {
    throw new AppError('CONFLICT', "You can't suspend your own account.");
  }
  await lockAdmins(trx);
  const user = await lockUser(trx, id);
  if (user.deactivatedAt) throw new AppError('CONFLICT', 'This user is deactivated.');
  if (user.isAdmin) throw new AppError('CONFLICT', "You can't suspend an admin.");
  await assertStillAdmin(trx, actorId);
  const { suspendedUntil } = await trx
    .updateTable('users')
    .set({ suspendedUntil: sql<Date>`now() + make_interval(days => ${days})` })
    .set({ suspensionReason: reason })
    .where('id', '=', user.id)
    .returning('suspendedUntil')
    .$narrowType<{ suspendedUntil: Date }>()
    .executeTakeFirstOrThrow();
  const step = {
    kind: 'suspension',
    userId: user.id,
    until: suspendedUntil.toISOString(),
  } as const;
  const decisionId = await recordDecision(trx, {
    ...{ userId: user.id, kind: 'suspended', targetType: 'user', targetId: user.id },
    ...{ guideline, reason, decidedBy: actorId, undo: JSON.stringify([step] satisfies Step[]) },
  });
  const decision = { id: decisionId, userId: user.id, guideline: guideline ?? null };
  const details = { days, ...(guideline !== undefined && { guideline }) };
  await audit(trx, ['user', user.id], { actorId, action: 'user.suspend', reason, details });
  const until = suspensionEndText(suspendedUntil);
  return {
    sessionIds: await findSessionIds(trx, user.id),
    mails: [{ to: user.email, subject: 'userSuspended', title: until, reason, decision }],
    notifications: [notificationOf(user.id, 'suspended', { about: `Until ${until}`, reason })],
    listingIds: await updateSellerActive(trx, user.id),
    adminEvents: [{ type: 'userChanged', userId: user.id }],
  };
}

/**
 * Ends a suspension early, marks its decision as reversed, and notifies and emails the user. Throws
 * CONFLICT if the user is not suspended, NOT_FOUND for an unknown one.
 */
export async function endSuspension(trx: Db, action: AdminAction): Promise<Effects> {
  const { actorId, id, reason = null } = action;
  await lockAdmins(trx);
  const user = await lockUser(trx, id);
  if (!isSuspended(user)) throw new AppError('CONFLICT', "This user isn't suspended.");
  await assertStillAdmin(trx, actorId);
  await trx.updateTable('users').set(notSuspended).where('id', '=', user.id).execute();
  // Earlier suspensions have run their course, so their decisions are not reversed.
  const newest = await trx
    .selectFrom('decisions')
    .select('id')
    .where((eb) => eb.and({ userId: user.id, kind: 'suspended' }))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const reversed = newest ? await reverseDecisions(trx, newest) : {};
  await audit(trx, ['user', user.id], { actorId, action: 'user.endSuspension', reason });
  return mergeEffects(reversed, await effectsOfEnd(trx, user.id, reason), {
    sessionIds: await findSessionIds(trx, user.id),
    mails: [{ to: user.email, subject: 'suspensionEnded', reason }],
  });
}

/** Ends the suspension of the step, unless it has ended or another has replaced it. */
export async function undoSuspension(
  { trx, actorId }: CaseActionContext,
  { userId, until }: StepData['suspension'],
): Promise<Effects> {
  const user = await lockUser(trx, userId);
  if (!isSuspended(user) || user.suspendedUntil?.toISOString() !== until) return {};
  return endSuspension(trx, { actorId, id: userId });
}

/** Runs the job `endSuspensions`: shows the listings of people whose suspension is over. */
export async function endSuspensions(
  ctx: Pick<AppContext, 'db' | 'hub' | 'secrets' | 'config'>,
): Promise<void> {
  for (;;) {
    const { isDone } = await runAndPublish(ctx, async (trx): Promise<Ending> => {
      const user = await trx
        .selectFrom('users')
        .select(['id', 'deactivatedAt'])
        .where('suspendedUntil', '<=', sql<Date>`now()`)
        .limit(1)
        .forNoKeyUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!user) return { isDone: true };
      await trx.updateTable('users').set(notSuspended).where('id', '=', user.id).execute();
      return user.deactivatedAt ? {} : effectsOfEnd(trx, user.id, null);
    });
    if (isDone) return;
  }
}

type Ending = Effects & { isDone?: true };

/** Finds the user's sessions, whose sockets reconnect with the new state of the account. */
async function findSessionIds(trx: Db, userId: string): Promise<string[]> {
  const sessions = trx.selectFrom('sessions').select('id').where('userId', '=', userId);
  return (await sessions.execute()).map(({ id }) => id);
}

const notSuspended = { suspendedUntil: null, suspensionReason: null };

async function effectsOfEnd(trx: Db, userId: string, reason: string | null): Promise<Effects> {
  const about = 'You can post, message, and trade again.';
  return {
    notifications: [notificationOf(userId, 'unsuspended', { about, reason })],
    listingIds: await updateSellerActive(trx, userId),
    adminEvents: [{ type: 'userChanged', userId }],
  };
}

function notificationOf(
  userId: string,
  what: 'suspended' | 'unsuspended',
  data: { about: string; reason: string | null },
): NotificationDraft {
  return { userId, groupKey: `suspension:${userId}`, type: 'warning', data: { ...data, what } };
}

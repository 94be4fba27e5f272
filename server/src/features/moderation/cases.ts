import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { CaseTargetType } from '@marketplace/shared/moderation/constants';
import { claimMinutes, undoMinutes } from '@marketplace/shared/moderation/constants';
import { isolated } from '@marketplace/shared/direction';
import { personName } from '@marketplace/shared/users/names';
import { AppError, assertId, notFound } from '../../errors.ts';
import { assertStillAdmin, lockAdmins } from './admins.ts';
import { audit, findPeople } from './audit-log.ts';
import type { Effects } from './effects.ts';

/** The content, user or decision that a case is about. */
export type Target = { targetType: CaseTargetType; targetId: string };

export type CaseRequest = { actorId: string; caseId: string };

/** A case, locked until the transaction ends. */
export type LockedCase = Awaited<ReturnType<typeof lockCase>>;

/** An SQL condition: an active admin, joined as `claimer`, has claimed the case `c`. */
export const isClaimed = sql<boolean>`(c.status = 'open'
  and c.claimed_at > now() - make_interval(mins => ${claimMinutes})
  and claimer.is_admin and claimer.deactivated_at is null and claimer.deleted_at is null)`;

/** An SQL condition: the case `c` was opened over a day ago. */
export const isOverdue = sql<boolean>`c.created_at < now() - interval '1 day'`;

/** The time until which the decision of the case `c` can be undone. The answer to an appeal cannot. */
export const undoableUntil = sql<Date | null>`case when c.target_type <> 'decision'
  then c.decided_at + make_interval(mins => ${undoMinutes}) end`;

/**
 * Claims a case for 30 minutes, renews the claim, or ends it. Throws CONFLICT if the case is
 * decided or claimed by another active admin, and NOT_FOUND.
 */
export async function changeClaim(
  trx: Db,
  change: 'claim' | 'release',
  { actorId, caseId }: CaseRequest,
): Promise<Effects> {
  const found = await lockCase(trx, caseId);
  await assertFree(trx, found, actorId);
  const isClaim = change === 'claim';
  const claimedBy = isClaim ? actorId : null;
  await trx
    .updateTable('moderationCases')
    .set({ claimedBy, claimedAt: isClaim ? sql<Date>`now()` : null })
    .where('id', '=', found.id)
    .execute();
  if (found.claimerId === claimedBy) return {};
  await audit(trx, ['case', found.id], { actorId, action: `report.${change}` });
  const done = isClaim ? 'claimed' : 'released';
  return { adminEvents: [{ type: 'report', caseId: found.id, change: done }] };
}

/**
 * Locks and returns a case for a decision. Until the transaction ends, no report on its target
 * comes in and the set of admins does not change. Throws UNAUTHORIZED if the actor is no longer an
 * admin, and NOT_FOUND.
 */
export async function lockCaseForAction(trx: Db, { actorId, caseId }: CaseRequest) {
  await lockAdmins(trx);
  await assertStillAdmin(trx, actorId);
  assertId(caseId, 'Report');
  // An appeal is locked by the target of its decision, like the decision itself.
  const target = await trx
    .selectFrom('moderationCases as c')
    .leftJoin('decisions as d', (join) =>
      join.onRef('d.id', '=', 'c.targetId').on('c.targetType', '=', 'decision'),
    )
    .select((eb) => eb.fn.coalesce('d.targetType', 'c.targetType').as('targetType'))
    .select((eb) => eb.fn.coalesce('d.targetId', 'c.targetId').as('targetId'))
    .$narrowType<Target>()
    .where('c.id', '=', caseId)
    .executeTakeFirst();
  if (!target) throw notFound('Report');
  await lockTarget(trx, target);
  return lockCase(trx, caseId);
}

/**
 * Locks a target and its open case, and returns the case. If there is none, nobody can open one
 * until the transaction ends.
 */
export async function lockOpenCase(trx: Db, { targetType, targetId }: Target) {
  await lockTarget(trx, { targetType, targetId });
  const open = await trx
    .selectFrom('moderationCases')
    .select('id')
    .where((eb) => eb.and({ targetType, targetId, status: 'open' }))
    .executeTakeFirst();
  return open && lockCase(trx, open.id);
}

/**
 * Makes reports on this target and decisions on its cases wait until the transaction ends. All code
 * that changes cases takes its locks in this order: the list of admins, the target, the case, users
 * by ascending id, the listing, conversation or review, and feeds by ascending user id.
 */
export async function lockTarget(trx: Db, { targetType, targetId }: Target): Promise<void> {
  const name = `case ${targetType} ${targetId.toLowerCase()}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** Throws CONFLICT if the case is decided or claimed by another admin. */
export async function assertFree(trx: Db, found: LockedCase, actorId: string): Promise<void> {
  const { status, decidedBy, claimerId } = found;
  if (status === 'open' && (claimerId === null || claimerId === actorId)) return;
  const adminId = status === 'open' ? claimerId : decidedBy;
  const admin = (await findPeople(trx, [adminId])).get(adminId ?? '');
  const name = admin ? isolated(personName(admin)) : 'a former admin';
  const what = status === 'open' ? 'is claimed' : 'was already decided';
  throw new AppError('CONFLICT', `This report ${what} by ${name}.`);
}

async function lockCase(trx: Db, caseId: string) {
  assertId(caseId, 'Report');
  // This is a separate statement: after a wait, a join would see the previous claimer.
  await trx
    .selectFrom('moderationCases')
    .select('id')
    .where('id', '=', caseId)
    .forUpdate()
    .execute();
  const found = await trx
    .selectFrom('moderationCases as c')
    .leftJoin('users as claimer', 'claimer.id', 'c.claimedBy')
    .selectAll('c')
    .$narrowType<Target>()
    .select([
      sql<string | null>`case when ${isClaimed} then c.claimed_by end`.as('claimerId'),
      sql<boolean>`coalesce(${undoableUntil} > now(), false)`.as('isUndoable'),
    ])
    .where('c.id', '=', caseId)
    .executeTakeFirst();
  if (!found) throw notFound('Report');
  return found;
}

import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { claimMinutes, type ReportTargetType } from '@marketplace/shared/moderation/constants';
import { texts } from '@marketplace/shared/texts';
import { AppError } from '../../errors.ts';
import { findAdmins } from '../../realtime/totals.ts';
import { lockAdmins } from '../admin/first-admin.ts';
import { viewPerson } from '../admin/people.ts';
import { lockTarget, type Target } from './lock-target.ts';

/** Who does something with which case. */
export interface CaseAction {
  actorId: string;
  caseId: string;
}

/** A case, locked until the transaction ends. */
export type LockedCase = NonNullable<Awaited<ReturnType<typeof lockRow>>> & Target;

/** The condition that somebody who is an admin still holds the case `c`; the claimer is `holder`. */
export const isClaimed = sql<boolean>`(c.status = 'open'
  and c.claimed_at > now() - make_interval(mins => ${claimMinutes})
  and holder.is_admin and holder.deactivated_at is null and holder.deleted_at is null)`;

/** The case, locked by itself. 404 for none. */
export async function lockCase(trx: Db, caseId: string): Promise<LockedCase> {
  const row = isId(caseId) ? await lockRow(trx, caseId) : undefined;
  if (!row) throw caseNotFound();
  return { ...row, targetType: row.targetType as ReportTargetType };
}

/**
 * The case with all that a decision needs: no report on its target comes in between, and no admin
 * ceases to be one. Throws UNAUTHORIZED for who is no admin any more, NOT_FOUND for no case.
 */
export async function lockCaseForAction(
  trx: Db,
  { actorId, caseId }: CaseAction,
): Promise<LockedCase> {
  await lockAdmins(trx);
  const admins = await findAdmins(trx, [actorId]);
  if (!admins.has(actorId)) throw new AppError('UNAUTHORIZED', texts.adminRequired);
  await lockTarget(trx, await getTarget(trx, caseId));
  return lockCase(trx, caseId);
}

/** The open case of a target, both locked; undefined where there is none, and none comes meanwhile. */
export async function lockOpenCase(trx: Db, target: Target): Promise<LockedCase | undefined> {
  await lockTarget(trx, target);
  const open = await trx
    .selectFrom('moderationCases')
    .select('id')
    .where('targetType', '=', target.targetType)
    .where('targetId', '=', target.targetId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return open && lockCase(trx, open.id);
}

/** Throws CONFLICT for a case that is decided, or that another admin has claimed. */
export async function assertFree(trx: Db, taken: LockedCase, actorId: string): Promise<void> {
  if (taken.status !== 'open') {
    const name = await nameOf(trx, taken.decidedBy);
    throw new AppError('CONFLICT', `This report was already decided by ${name}.`);
  }
  if (taken.holderId === null || taken.holderId === actorId) return;
  const name = await nameOf(trx, taken.holderId);
  throw new AppError('CONFLICT', `This report is claimed by ${name}.`);
}

async function lockRow(trx: Db, caseId: string) {
  // By itself: a row that was waited for would be joined to who had claimed it before.
  await trx
    .selectFrom('moderationCases')
    .select('id')
    .where('id', '=', caseId)
    .forUpdate()
    .execute();
  return trx
    .selectFrom('moderationCases as c')
    .leftJoin('users as holder', 'holder.id', 'c.claimedBy')
    .selectAll('c')
    .select(sql<string | null>`case when ${isClaimed} then c.claimed_by end`.as('holderId'))
    .where('c.id', '=', caseId)
    .executeTakeFirst();
}

async function getTarget(trx: Db, caseId: string): Promise<Target> {
  const row = isId(caseId)
    ? await trx
        .selectFrom('moderationCases')
        .select(['targetType', 'targetId'])
        .where('id', '=', caseId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw caseNotFound();
  return { ...row, targetType: row.targetType as ReportTargetType };
}

async function nameOf(trx: Db, userId: string | null): Promise<string> {
  const row = userId
    ? await trx
        .selectFrom('users')
        .select(['id', 'email', 'firstName', 'lastName', 'username', 'deletedAt'])
        .where('id', '=', userId)
        .executeTakeFirst()
    : undefined;
  return row ? viewPerson(row).displayName : 'somebody who has left';
}

export function caseNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Report not found');
}

import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { AppError } from '../../errors.ts';
import type { MailContext } from '../admin/action-mail.ts';
import { audit } from '../admin/audit.ts';
import type { Effects } from '../admin/effects.ts';
import { publishDecision } from './close-case.ts';
import {
  combine,
  type CaseActionContext,
  type ActionResult,
  actionResult,
  type Step,
} from './case-action.ts';
import { undoListing } from './listing-decisions.ts';
import { undoMessage } from './message-decisions.ts';
import { undoDeactivation, undoWarning } from './owner-decisions.ts';
import { caseContextOf } from './resolve.ts';
import { undoPublish, undoReview } from './review-decisions.ts';
import { type CaseAction, type LockedCase, lockCaseForAction } from './lock-case.ts';

/** Minutes in which a decision can be undone. */
export const undoMinutes = 10;

/**
 * Undoes a decision within 10 minutes: all is as before, who was told is told so, and the case is
 * open again and claimed by this admin. Ended sessions do not come back. Reports that have come in
 * since join the case. Throws CONFLICT later than that, for a case that is open, and where something
 * was changed since that cannot be as before; NOT_FOUND for no case.
 */
export async function undoCase(trx: Db, mail: MailContext, action: CaseAction): Promise<Effects> {
  const { actorId } = action;
  const taken = await lockCaseForAction(trx, action);
  const { decision } = taken;
  if (taken.status !== 'decided') throw new AppError('CONFLICT', 'This report is not decided.');
  if (!(await isRecent(trx, taken))) {
    throw new AppError('CONFLICT', `A decision can be undone for ${undoMinutes} minutes only.`);
  }
  const context = { ...(await caseContextOf(trx, taken)), mail, actorId };
  let did = actionResult();
  for (const step of taken.undo as unknown as Step[]) {
    did = combine(did, await undoStep(context, step));
  }
  const joined = await joinLaterCase(trx, taken);
  await trx
    .updateTable('moderationCases')
    .set({ status: 'open', decision: null, reason: null, decidedBy: null, decidedAt: null })
    .set({ undo: null, ownerId: null, claimedBy: actorId, claimedAt: sql<Date>`now()` })
    .where('id', '=', taken.id)
    .execute();
  await audit(trx, {
    actorId,
    action: 'report.undo',
    targetType: 'case',
    targetId: taken.id,
    details: { decision, targetType: taken.targetType, targetId: taken.targetId },
  });
  const effects = await publishDecision(trx, { taken, did }, 'undone');
  return { ...effects, news: [...effects.news, ...joined] };
}

function undoStep(context: CaseActionContext, step: Step): Promise<ActionResult> {
  switch (step.kind) {
    case 'listing':
      return undoListing(context, step);
    case 'message':
      return undoMessage(context, step);
    case 'review':
      return undoReview(context, step);
    case 'publish':
      return undoPublish(context, step);
    case 'account':
      return undoDeactivation(context, step);
    case 'warning':
      return undoWarning(context, step);
  }
}

async function isRecent(trx: Db, { id }: LockedCase): Promise<boolean> {
  const row = await trx
    .selectFrom('moderationCases')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`decided_at > now() - make_interval(mins => ${undoMinutes})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** A target has one open case: reports since the decision come into the one that is opened again. */
async function joinLaterCase(trx: Db, taken: LockedCase): Promise<Effects['news']> {
  const later = await trx
    .selectFrom('moderationCases')
    .select(['id', 'reporterCount', 'lastReportAt'])
    .where('targetType', '=', taken.targetType)
    .where('targetId', '=', taken.targetId)
    .where('status', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
  if (!later) return [];
  await trx
    .updateTable('reports')
    .set({ caseId: taken.id })
    .where('caseId', '=', later.id)
    .execute();
  await trx.deleteFrom('moderationCases').where('id', '=', later.id).execute();
  await trx
    .updateTable('moderationCases')
    .set({
      reporterCount: taken.reporterCount + later.reporterCount,
      lastReportAt: later.lastReportAt,
    })
    .where('id', '=', taken.id)
    .execute();
  return [{ type: 'report', caseId: later.id, change: 'undone' }];
}

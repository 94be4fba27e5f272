import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Decision } from '@marketplace/shared/moderation/schemas';
import {
  decidableTarget,
  type ReportTargetType,
  undoMinutes,
} from '@marketplace/shared/moderation/constants';
import { isolated } from '@marketplace/shared/direction';
import { AppError, assertId, badField, notFound } from '../../errors.ts';
import type { AdminAction } from './account-actions.ts';
import { audit, findPeople } from './audit-log.ts';
import { caseActions, undoStep } from './case-actions.ts';
import type { ActionResult, CaseAction, CaseActionContext, Step } from './case-context.ts';
import type { ExplainedAction } from './case-context.ts';
import { assertFree, lockCaseForAction, lockOpenCase } from './cases.ts';
import type { CaseRequest, LockedCase, Target } from './cases.ts';
import { reviewNotHeld } from './content-actions.ts';
import { kindByDecision, recordOutcome, reverseDecisions } from './decisions.ts';
import { type Effects, mergeEffects } from './effects.ts';
import { type ListingChange, lockListing, setListingState } from './listing-actions.ts';
import { findTargets } from './targets.ts';

/**
 * Decides a case: acts on the target, and notifies the reporters and, unless dismissed, the owner.
 * Throws CONFLICT for a case that is decided or claimed by another active admin, a target that is
 * gone, and an account that cannot be deactivated; BAD_REQUEST for a decision that does not fit the
 * target; NOT_FOUND.
 */
export async function resolveCase(
  trx: Db,
  ctx: CaseActionContext['ctx'],
  { decision, ...request }: CaseRequest & ExplainedAction & { decision: Decision; reason: string },
): Promise<Effects> {
  const { actorId, reason, guideline } = request;
  const found = await lockCaseForAction(trx, request);
  const { targetType } = found;
  if (targetType === 'decision') throw badField('decision', 'Answer the appeal instead.');
  await assertFree(trx, found, actorId);
  const context = await contextOf(found, { trx, ctx, actorId, reason });
  const results: ActionResult[] = [];
  for (const act of actionsOf(targetType, context.state, decision))
    results.push(await act(context));
  const ownerId = context.owner?.id ?? null;
  const closing = { actorId, decision, reason, guideline, ownerId, results };
  return mergeEffects(...(await closeCase(trx, found, closing)));
}

function actionsOf(targetType: ReportTargetType, state: string | undefined, decision: Decision) {
  const target = decidableTarget(targetType, state);
  const actions = (caseActions[target] as Partial<Record<Decision, CaseAction[]>>)[decision];
  if (actions) return actions;
  if (targetType === 'review' && decision === 'publish') throw reviewNotHeld();
  const held = 'This review is held for moderation. Release or delete it.';
  throw badField(
    'decision',
    state === 'held' ? held : `This decision doesn't apply to a ${targetType}.`,
  );
}

/** Returns the arguments of a case's actions. Outside a case, the id is that of the decision. */
export async function contextOf(
  { id: caseId, targetType, targetId }: Target & { id: string },
  request: Pick<CaseActionContext, 'trx' | 'ctx' | 'actorId' | 'reason'>,
): Promise<CaseActionContext> {
  const [target] = await findTargets(request.trx, [{ targetType, targetId }]);
  const ownerId = target?.ownerId ?? null;
  const found = (await findPeople(request.trx, [ownerId])).get(ownerId ?? '');
  const owner = found?.deletedAt ? undefined : found;
  const title = targetType === 'listing' ? ` "${isolated(target?.title ?? '')}"` : '';
  const about = `your ${targetType === 'user' ? 'profile' : targetType}${title}`;
  return { ...request, caseId, targetId, state: target?.state, owner, about };
}

/** The actions in the Listings tab, with the decision each makes on the listing's open case. */
export const flagListing = listingAction('flag', { state: 'flagged', decision: 'flag' });
export const restoreListing = listingAction('restore', { state: 'restored', decision: 'dismiss' });
export const removeListing = listingAction('remove', { state: 'deleted', decision: 'delete' });

/**
 * Acts on a listing outside the queue, and decides its open case, even if another admin has claimed
 * it. Throws NOT_FOUND, or CONFLICT for a listing in the wanted state.
 */
function listingAction(
  name: string,
  { state, decision }: { state: ListingChange; decision: Decision },
) {
  return async (trx: Db, action: AdminAction): Promise<Effects> => {
    const { actorId, id, reason = null, guideline } = action;
    assertId(id, 'Listing');
    const open = await lockOpenCase(trx, { targetType: 'listing', targetId: id });
    const listing = await lockListing(trx, id);
    if (!listing || listing.deletedAt) throw notFound('Listing');
    const result = await setListingState({ trx, targetId: id, reason }, state);
    await audit(trx, ['listing', id], { actorId, action: `listing.${name}`, reason });
    const ownerId = listing.sellerId;
    const closing = { actorId, decision, reason, guideline, ownerId, results: [result] };
    if (open) return mergeEffects(...(await closeCase(trx, open, closing)));
    const about = { targetType: 'listing', targetId: id, caseId: null, userId: ownerId } as const;
    return mergeEffects(...(await recordOutcome(trx, { ...closing, ...about })));
  };
}

type Closing = Pick<CaseActionContext, 'actorId' | 'reason'> & {
  guideline: number | undefined;
  decision: Decision;
  ownerId: string | null;
  results: ActionResult[];
};

/**
 * Stores the decision with the case, for its subject and in the audit log. Returns the effects of
 * its actions, and the notifications of the reporters.
 */
async function closeCase(trx: Db, found: LockedCase, closing: Closing): Promise<Effects[]> {
  const { id, targetType, targetId } = found;
  const { actorId, decision, reason, ownerId, results } = closing;
  await trx
    .updateTable('moderationCases')
    .set({ status: 'decided', decision, reason, decidedBy: actorId, ownerId })
    .set({ decidedAt: sql<Date>`now()`, claimedBy: null, claimedAt: null })
    .set({ undo: JSON.stringify(results.flatMap(({ steps = [] }) => steps)) })
    .where('id', '=', id)
    .execute();
  const about = { targetType, targetId, caseId: id, userId: ownerId };
  const explained = await recordOutcome(trx, { ...closing, ...about });
  const details = { targetType, targetId };
  await audit(trx, ['case', id], { actorId, action: `report.${decision}`, reason, details });
  return [...explained, await notifyReporters(trx, found, decision)];
}

async function notifyReporters(
  trx: Db,
  { id, targetType }: LockedCase,
  decision: Decision,
): Promise<Effects> {
  const reporters = await trx
    .selectFrom('reports as r')
    .innerJoin('users as u', 'u.id', 'r.reporterId')
    .select('u.id')
    .where((eb) => eb.and({ 'r.caseId': id, 'u.deactivatedAt': null, 'u.deletedAt': null }))
    .execute();
  const about = `the ${targetType === 'user' ? 'profile' : targetType} you reported`;
  const outcome = decision === 'dismiss' ? 'dismissed' : 'acted';
  const notification = {
    groupKey: `report:${id}`,
    type: 'report',
    data: { about, outcome },
  } as const;
  return {
    notifications: reporters.map((reporter) => ({ userId: reporter.id, ...notification })),
    adminEvents: [{ type: 'report', caseId: id, change: 'decided' }],
  };
}

/**
 * Undoes a decision within 10 minutes: restores what it changed, except ended sessions, trust in
 * devices and deals; notifies the owner; and reopens the case, claimed by this admin and joined by
 * later reports. Throws CONFLICT after the 10 minutes, for an open case, and if a later change
 * prevents it; NOT_FOUND for an unknown case.
 */
export async function undoCase(trx: Db, ctx: CaseActionContext['ctx'], request: CaseRequest) {
  const { actorId } = request;
  const found = await lockCaseForAction(trx, request);
  const { id, decision, targetType, targetId } = found;
  if (targetType === 'decision')
    throw new AppError('CONFLICT', 'The answer to an appeal is final.');
  if (found.status !== 'decided')
    throw new AppError('CONFLICT', "This report hasn't been decided.");
  if (!found.isUndoable)
    throw new AppError('CONFLICT', `You can undo a decision for ${undoMinutes} minutes.`);
  const context = await contextOf(found, { trx, ctx, actorId, reason: null });
  const results: Effects[] = [];
  for (const step of found.undo as unknown as Step[]) results.push(await undoStep(context, step));
  const kind = kindByDecision[decision as Decision];
  if (kind) results.push(await reverseDecisions(trx, { caseId: id, kind }));
  const later = await joinLaterCase(trx, found);
  await trx
    .updateTable('moderationCases')
    .set({ ...undecided, claimedBy: actorId, claimedAt: sql<Date>`now()` })
    .set(later ? { reporterCount: found.reporterCount + later.reporterCount } : {})
    .set(later ? { lastReportAt: later.lastReportAt } : {})
    .where('id', '=', id)
    .execute();
  await sql`select rank_case(${id})`.execute(trx);
  const details = { decision, targetType, targetId };
  await audit(trx, ['case', id], { actorId, action: 'report.undo', details });
  const event = { type: 'report', change: 'undone' } as const;
  const changed = later ? [id, later.id] : [id];
  return mergeEffects(...results, { adminEvents: changed.map((caseId) => ({ ...event, caseId })) });
}

/** The columns of a case that is open again. */
export const undecided = {
  ...{ status: 'open', decision: null, reason: null, decidedBy: null, decidedAt: null },
  ...{ undo: null, ownerId: null, claimedBy: null, claimedAt: null },
};

/** Moves the reports of a case opened since into this one, because a target has one open case. */
async function joinLaterCase(trx: Db, { id, targetType, targetId }: LockedCase) {
  const later = await trx
    .selectFrom('moderationCases')
    .select(['id', 'reporterCount', 'lastReportAt'])
    .where((eb) => eb.and({ targetType, targetId, status: 'open' }))
    .forUpdate()
    .executeTakeFirst();
  if (!later) return undefined;
  await trx.updateTable('reports').set({ caseId: id }).where('caseId', '=', later.id).execute();
  await trx.deleteFrom('moderationCases').where('id', '=', later.id).execute();
  return later;
}

import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Decision } from '@marketplace/shared/moderation/schemas';
import { decidableTarget, undoMinutes } from '@marketplace/shared/moderation/constants';
import { isolated } from '@marketplace/shared/direction';
import { AppError, assertId, badField, notFound } from '../../errors.ts';
import type { AdminAction } from './account-actions.ts';
import { audit } from './audit-log.ts';
import { caseActions, undoStep } from './case-actions.ts';
import type { ActionResult, CaseAction, CaseActionContext, Step } from './case-context.ts';
import {
  assertFree,
  type CaseRequest,
  type LockedCase,
  lockCaseForAction,
  lockOpenCase,
} from './cases.ts';
import { reviewNotHeld } from './content-actions.ts';
import { type Effects, mergeEffects } from './effects.ts';
import { type ListingChange, lockListing, setListingState } from './listing-actions.ts';
import { findPeople } from './people.ts';
import { findTargets } from './targets.ts';

/**
 * Decides a case: acts on the target, notifies the reporters, and sends the target's owner the
 * reason unless the case is dismissed. Throws CONFLICT for a case that is decided or claimed by
 * another active admin, a target that is gone, and an account that cannot be deactivated;
 * BAD_REQUEST for a decision that does not fit the target; NOT_FOUND for an unknown case.
 */
export async function resolveCase(
  trx: Db,
  ctx: CaseActionContext['ctx'],
  { decision, reason, ...request }: CaseRequest & { decision: Decision; reason: string },
): Promise<Effects> {
  const { actorId } = request;
  const found = await lockCaseForAction(trx, request);
  await assertFree(trx, found, actorId);
  const context = await contextOf(found, { trx, ctx, actorId, reason });
  const results: ActionResult[] = [];
  for (const act of actionsOf(found, context.state, decision)) results.push(await act(context));
  const ownerId = context.owner?.id ?? null;
  const closed = await closeCase(trx, found, { actorId, decision, reason, ownerId, results });
  return mergeEffects(...results, closed);
}

function actionsOf(
  { targetType }: LockedCase,
  state: string | undefined,
  decision: Decision,
): CaseAction[] {
  const fitting: Partial<Record<Decision, CaseAction[]>> =
    caseActions[decidableTarget(targetType, state)];
  const actions = fitting[decision];
  if (actions) return actions;
  if (targetType === 'review' && decision === 'publish') throw reviewNotHeld();
  throw badField(
    'decision',
    state === 'held'
      ? 'This review is held for moderation. Release or delete it.'
      : `This decision doesn't apply to a ${targetType}.`,
  );
}

async function contextOf(
  found: LockedCase,
  request: Pick<CaseActionContext, 'trx' | 'ctx' | 'actorId' | 'reason'>,
): Promise<CaseActionContext> {
  const [target] = await findTargets(request.trx, [found]);
  const ownerId = target?.ownerId ?? null;
  const owner = (await findPeople(request.trx, [ownerId])).get(ownerId ?? '');
  const about = {
    listing: `your listing "${isolated(target?.title ?? '')}"`,
    message: 'your message',
    review: 'your review',
    user: 'your profile',
  };
  return {
    ...request,
    caseId: found.id,
    targetId: found.targetId,
    state: target?.state,
    owner: owner?.deletedAt ? undefined : owner,
    about: about[found.targetType],
  };
}

/**
 * The admins' actions in the Listings tab, with the decision each makes on the listing's open case.
 */
export const flagListing = listingAction('flag', { state: 'flagged', decision: 'flag' });
export const restoreListing = listingAction('restore', { state: 'restored', decision: 'dismiss' });
export const removeListing = listingAction('remove', { state: 'deleted', decision: 'delete' });

/**
 * Acts on a listing outside the queue, and decides its open case, if any, even if another admin has
 * claimed it. Throws NOT_FOUND for an unknown listing, CONFLICT for one that is in the wanted
 * state.
 */
function listingAction(
  name: string,
  { state, decision }: { state: ListingChange; decision: Decision },
) {
  return async (trx: Db, { actorId, id, reason = null }: AdminAction): Promise<Effects> => {
    assertId(id, 'Listing');
    const open = await lockOpenCase(trx, { targetType: 'listing', targetId: id });
    const listing = await lockListing(trx, id);
    if (!listing || listing.deletedAt) throw notFound('Listing');
    const result = await setListingState({ trx, targetId: id, reason }, state);
    await audit(trx, ['listing', id], { actorId, action: `listing.${name}`, reason });
    if (!open) return result;
    const ownerId = listing.sellerId;
    const closing = { actorId, decision, reason, ownerId, results: [result] };
    return mergeEffects(result, await closeCase(trx, open, closing));
  };
}

interface Closing {
  actorId: string;
  decision: Decision;
  reason: string | null;
  ownerId: string | null;
  results: ActionResult[];
}

/** Stores the decision with the case and in the audit log, and notifies the reporters. */
async function closeCase(
  trx: Db,
  { id, targetType, targetId }: LockedCase,
  { actorId, decision, reason, ownerId, results }: Closing,
): Promise<Effects> {
  await trx
    .updateTable('moderationCases')
    .set({ status: 'decided', decision, reason, decidedBy: actorId, ownerId })
    .set({ decidedAt: sql<Date>`now()`, claimedBy: null, claimedAt: null })
    .set({ undo: JSON.stringify(results.flatMap(({ steps = [] }) => steps)) })
    .where('id', '=', id)
    .execute();
  const details = { targetType, targetId };
  await audit(trx, ['case', id], { actorId, action: `report.${decision}`, reason, details });
  const reporters = await trx
    .selectFrom('reports as r')
    .innerJoin('users as u', 'u.id', 'r.reporterId')
    .select('u.id')
    .where('r.caseId', '=', id)
    .where('u.deactivatedAt', 'is', null)
    .where('u.deletedAt', 'is', null)
    .execute();
  const reported = targetType === 'user' ? 'profile' : targetType;
  const data = {
    about: `the ${reported} you reported`,
    outcome: decision === 'dismiss' ? ('dismissed' as const) : ('acted' as const),
  };
  return {
    notifications: reporters.map((reporter) => ({
      userId: reporter.id,
      groupKey: `report:${id}`,
      type: 'report',
      data,
    })),
    adminEvents: [{ type: 'report', caseId: id, change: 'decided' }],
  };
}

/**
 * Undoes a decision within 10 minutes: restores what it changed, notifies the target's owner, and
 * reopens the case, claimed by this admin and joined by later reports. Ended sessions do not come
 * back. Throws CONFLICT after the 10 minutes, for an open case, and if a later change cannot be
 * undone; NOT_FOUND for an unknown case.
 */
export async function undoCase(
  trx: Db,
  ctx: CaseActionContext['ctx'],
  request: CaseRequest,
): Promise<Effects> {
  const { actorId } = request;
  const found = await lockCaseForAction(trx, request);
  const { id, decision, targetType, targetId } = found;
  if (found.status !== 'decided')
    throw new AppError('CONFLICT', "This report hasn't been decided.");
  if (!found.isUndoable) {
    throw new AppError('CONFLICT', `You can undo a decision for ${undoMinutes} minutes.`);
  }
  const context = await contextOf(found, { trx, ctx, actorId, reason: null });
  const results: Effects[] = [];
  for (const step of found.undo as unknown as Step[]) results.push(await undoStep(context, step));
  const later = await joinLaterCase(trx, found);
  await trx
    .updateTable('moderationCases')
    .set({ status: 'open', decision: null, reason: null, decidedBy: null, decidedAt: null })
    .set({ undo: null, ownerId: null, claimedBy: actorId, claimedAt: sql<Date>`now()` })
    .set(later ? { reporterCount: found.reporterCount + later.reporterCount } : {})
    .set(later ? { lastReportAt: later.lastReportAt } : {})
    .where('id', '=', id)
    .execute();
  const details = { decision, targetType, targetId };
  await audit(trx, ['case', id], { actorId, action: 'report.undo', details });
  const changed = later ? [id, later.id] : [id];
  const adminEvents = changed.map(
    (caseId) => ({ type: 'report', caseId, change: 'undone' }) as const,
  );
  return mergeEffects(...results, { adminEvents });
}

/** Moves the reports of a case opened since into this one, because a target has one open case. */
async function joinLaterCase(trx: Db, { id, targetType, targetId }: LockedCase) {
  const later = await trx
    .selectFrom('moderationCases')
    .select(['id', 'reporterCount', 'lastReportAt'])
    .where('targetType', '=', targetType)
    .where('targetId', '=', targetId)
    .where('status', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
  if (!later) return undefined;
  await trx.updateTable('reports').set({ caseId: id }).where('caseId', '=', later.id).execute();
  await trx.deleteFrom('moderationCases').where('id', '=', later.id).execute();
  return later;
}

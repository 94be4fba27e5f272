import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { answerAppealInput } from '@marketplace/shared/moderation/schemas';
import { AppError, notFound } from '../../../errors.ts';
import { audit } from '../audit-log.ts';
import { undoStep } from '../case-actions.ts';
import type { ActionResult, CaseActionContext, Step } from '../case-context.ts';
import { assertFree, type CaseRequest, lockCaseForAction, type Target } from '../cases.ts';
import { publishReview } from '../content-actions.ts';
import { type Effects, mergeEffects } from '../effects.ts';
import { contextOf } from '../resolve-case.ts';
import { findSomeAdmins, mayAnswer } from './case-appeals.ts';

/**
 * Answers an appeal and notifies the person. Reversing the decision restores what it changed and
 * leaves its case dismissed. Throws CONFLICT for a case that is answered, claimed by another admin
 * or no appeal, and if a later change prevents the reversal; FORBIDDEN as `mayAnswer` says;
 * NOT_FOUND.
 */
export async function answerAppeal(
  trx: Db,
  ctx: CaseActionContext['ctx'],
  { outcome, reason, ...request }: output<typeof answerAppealInput> & CaseRequest,
): Promise<Effects> {
  const { actorId } = request;
  const found = await lockCaseForAction(trx, request);
  if (found.targetType !== 'decision') throw new AppError('CONFLICT', "This isn't an appeal.");
  await assertFree(trx, found, actorId);
  const decision = await lockDecision(trx, found.targetId);
  if (!mayAnswer(decision, actorId, await findSomeAdmins(trx))) {
    throw new AppError('FORBIDDEN', 'Another admin must answer this appeal.');
  }
  const target = { ...decision, id: decision.caseId ?? decision.id };
  const context = await contextOf(target, { trx, ctx, actorId, reason: null });
  const reversed = outcome === 'reversed' ? await reverse(context, decision) : [];
  await trx
    .updateTable('moderationCases')
    .set({ status: 'decided', decision: outcome, reason, decidedBy: actorId })
    .set({ decidedAt: sql<Date>`now()`, claimedBy: null, claimedAt: null })
    .where('id', '=', found.id)
    .execute();
  const { targetType, targetId, userId } = decision;
  const details = { kind: decision.kind, targetType, targetId };
  await audit(trx, ['case', found.id], { actorId, action: `appeal.${outcome}`, reason, details });
  const about = context.about;
  return mergeEffects(...reversed.map((effects) => withoutNotice(effects, decision)), {
    mails: [{ to: decision.email, subject: `appeal.${outcome}`, title: about, reason }],
    notifications: [
      {
        userId,
        groupKey: `appeal:${decision.id}`,
        type: 'appeal',
        data: { about, outcome, reason },
      },
    ],
    adminEvents: [{ type: 'report', caseId: found.id, change: 'decided' }],
  });
}

type LockedDecision = Awaited<ReturnType<typeof lockDecision>>;

async function lockDecision(trx: Db, id: string) {
  const decision = await trx
    .selectFrom('decisions as d')
    .innerJoin('users as u', 'u.id', 'd.userId')
    .select(['d.id', 'd.kind', 'd.targetType', 'd.targetId', 'd.caseId', 'd.userId'])
    .select(['d.decidedBy', 'd.undo', 'u.email'])
    .$narrowType<Target>()
    .where('d.id', '=', id)
    .forUpdate('d')
    .executeTakeFirst();
  if (!decision) throw notFound('Decision');
  return decision;
}

/** Undoes the steps of a decision, and leaves its case as if it had been dismissed. */
async function reverse(context: CaseActionContext, decision: LockedDecision): Promise<Effects[]> {
  const { trx } = context;
  const results: ActionResult[] = [];
  for (const step of (decision.undo ?? []) as unknown as Step[]) {
    const against = withoutHiding(step);
    if (against) results.push(await undoStep(context, against));
  }
  const released = await releaseIfHeld(context, decision);
  await trx
    .updateTable('decisions')
    .set({ reversedAt: sql<Date>`now()` })
    .where('id', '=', decision.id)
    .execute();
  const { caseId } = decision;
  if (caseId) {
    const dismissed = { decision: released ? 'publish' : 'dismiss', undo: JSON.stringify([]) };
    await trx
      .updateTable('moderationCases')
      .set(dismissed)
      .where((eb) => eb.and({ id: caseId, status: 'decided' }))
      .execute();
  }
  return released ? [...results, released] : results;
}

/**
 * Returns a step whose undoing shows a listing that reports had hidden, because its case is
 * dismissed; or undefined for the step that showed one.
 */
function withoutHiding(step: Step): Step | undefined {
  if (step.kind !== 'listing') return step;
  const { before, after } = step;
  if (after.isActive && !before.isActive) return undefined;
  const isActive = before.isActive || (before.hiddenByReportsAt !== null && !before.flaggedAt);
  return { ...step, before: { ...before, isActive, hiddenByReportsAt: after.hiddenByReportsAt } };
}

/** Publishes a restored review that had waited for a moderator before it was deleted. */
async function releaseIfHeld(context: CaseActionContext, { targetType, targetId }: LockedDecision) {
  if (targetType !== 'review') return undefined;
  const held = await context.trx
    .selectFrom('reviews')
    .select('id')
    .where((eb) => eb.and({ id: targetId, state: 'held' }))
    .executeTakeFirst();
  return held && publishReview(context);
}

/** Leaves out what would notify the person of the reversal besides the answer. */
function withoutNotice(effects: Effects, { userId, email }: LockedDecision): Effects {
  return {
    ...effects,
    mails: effects.mails?.filter(({ to }) => to !== email) ?? [],
    notifications: effects.notifications?.filter((one) => one.userId !== userId) ?? [],
  };
}

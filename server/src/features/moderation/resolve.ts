import type { Db } from '@marketplace/db/database';
import type { Decision } from '@marketplace/shared/moderation/case-views';
import type { ReportTargetType } from '@marketplace/shared/moderation/constants';
import { badField } from '../../errors.ts';
import type { MailContext } from '../admin/action-mail.ts';
import type { Effects } from '../admin/effects.ts';
import { closeCase, publishDecision } from './close-case.ts';
import {
  combine,
  type DecisionContext,
  type CaseActionContext,
  type ActionResult,
  actionResult,
} from './case-action.ts';
import { deleteListing, endHiding, flagListing } from './listing-decisions.ts';
import { removeMessage } from './message-decisions.ts';
import { deactivateOwner, warnOwner } from './owner-decisions.ts';
import { assertNotHeld, publishReview, removeReported } from './review-decisions.ts';
import { assertFree, type CaseAction, type LockedCase, lockCaseForAction } from './lock-case.ts';
import { findPeople, findTargets } from './targets.ts';

type Act = (context: DecisionContext) => Promise<ActionResult>;

const leave: Act = async () => actionResult();
const thenEndHiding =
  (act: Act): Act =>
  async (context) =>
    combine(await act(context), await endHiding(context));

const unlessHeld =
  (act: Act): Act =>
  async (context) => {
    await assertNotHeld(context);
    return act(context);
  };

/** What each decision does with what it fits. */
const acts: Record<ReportTargetType, Partial<Record<Decision, Act>>> = {
  listing: {
    dismiss: endHiding,
    flag: flagListing,
    delete: deleteListing,
    warn: thenEndHiding(warnOwner),
    deactivate: thenEndHiding(deactivateOwner),
  },
  message: {
    dismiss: leave,
    delete: removeMessage,
    warn: warnOwner,
    deactivate: deactivateOwner,
  },
  review: {
    dismiss: unlessHeld(leave),
    delete: removeReported,
    warn: unlessHeld(warnOwner),
    deactivate: unlessHeld(deactivateOwner),
    publish: publishReview,
  },
  user: { dismiss: leave, warn: warnOwner, deactivate: deactivateOwner },
};

/**
 * Decides a case: carries the decision out, tells who is responsible of it with the reason (not of a
 * dismissal) and the reporters without. What reports have hidden is hidden no longer. Throws CONFLICT
 * where it is decided already, another active admin has claimed it, what it is about is gone or an
 * account cannot be deactivated; BAD_REQUEST for a decision that does not fit; NOT_FOUND for no case.
 */
export async function resolveCase(
  trx: Db,
  mail: MailContext,
  { decision, reason, ...action }: CaseAction & { decision: Decision; reason: string },
): Promise<Effects> {
  const { actorId } = action;
  const taken = await lockCaseForAction(trx, action);
  await assertFree(trx, taken, actorId);
  const act = acts[taken.targetType][decision];
  if (!act) throw badField('decision', `This decision does not fit a ${taken.targetType}.`);
  const frame = await caseContextOf(trx, taken);
  const did = await act({ ...frame, mail, actorId, decision, reason });
  const toReporters = await closeCase(trx, taken, {
    actorId,
    decision,
    reason,
    ownerId: frame.owner?.id ?? null,
    steps: did.steps,
  });
  return publishDecision(
    trx,
    { taken, did: { ...did, news: [...did.news, ...toReporters] } },
    'decided',
  );
}

/** The case's target and who is responsible for it, as a decision or its end finds them. */
export async function caseContextOf(
  trx: Db,
  taken: LockedCase,
): Promise<Omit<CaseActionContext, 'mail' | 'actorId'>> {
  const [target] = await findTargets(trx, [taken]);
  const ownerId = target?.ownerId ?? null;
  const owner = (await findPeople(trx, [ownerId])).get(ownerId ?? '');
  const about = {
    listing: `your listing "${target?.title}"`,
    message: 'your message',
    review: 'your review',
    user: 'your profile',
  };
  return {
    trx,
    caseId: taken.id,
    targetId: taken.targetId,
    owner: owner && !owner.deletedAt ? owner : undefined,
    about: about[taken.targetType],
  };
}

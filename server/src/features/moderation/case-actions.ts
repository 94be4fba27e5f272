import type { fittingDecisions } from '@marketplace/shared/moderation/constants';
import { AppError } from '../../errors.ts';
import { deactivateAccount, reactivateAccount } from './account-actions.ts';
import type {
  ActionResult,
  CaseAction,
  CaseActionContext,
  Step,
  StepData,
} from './case-context.ts';
import { notifyOwner } from './case-context.ts';
import {
  publishReview,
  removeMessage,
  removeReview,
  undoMessage,
  undoPublish,
  undoReview,
} from './content-actions.ts';
import { unhideListing, setListingState, undoListing } from './listing-actions.ts';
import { undoSuspension } from './suspension.ts';

type Fitting = typeof fittingDecisions;

const actionsOnOwner = { dismiss: [], warn: [warnOwner], deactivate: [deactivateOwner] };

/** For each kind of target, the actions of each decision that fits it, in order. */
export const caseActions: {
  [Target in keyof Fitting]: Record<Fitting[Target][number], CaseAction[]>;
} = {
  listing: {
    dismiss: [unhideListing],
    flag: [(context) => setListingState(context, 'flagged')],
    delete: [(context) => setListingState(context, 'deleted')],
    warn: [warnOwner, unhideListing],
    deactivate: [deactivateOwner, unhideListing],
  },
  message: { ...actionsOnOwner, delete: [removeMessage] },
  review: { ...actionsOnOwner, delete: [removeReview] },
  heldReview: { publish: [publishReview], delete: [removeReview] },
  user: actionsOnOwner,
};

/** Undoes one step of a decision. Throws CONFLICT if a later change makes that impossible. */
export function undoStep(context: CaseActionContext, step: Step): Promise<ActionResult> {
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
    case 'suspension':
      return undoSuspension(context, step);
  }
}

/** Returns the owner's id. Throws CONFLICT if the owner's account is deleted. */
function ownerIdOf({ owner }: CaseActionContext): string {
  if (!owner) throw new AppError('CONFLICT', 'This person has left the marketplace.');
  return owner.id;
}

async function warnOwner(context: CaseActionContext): Promise<ActionResult> {
  const userId = ownerIdOf(context);
  return { steps: [{ kind: 'warning', userId }], ...notifyOwner(context, 'warned') };
}

async function undoWarning(context: CaseActionContext, { userId }: StepData['warning']) {
  return context.owner?.id === userId ? notifyOwner(context, 'withdrawn') : {};
}

async function deactivateOwner(context: CaseActionContext): Promise<ActionResult> {
  const { trx, actorId, reason } = context;
  const userId = ownerIdOf(context);
  const effects = await deactivateAccount(trx, { actorId, id: userId, reason });
  return { steps: [{ kind: 'account', userId }], ...effects };
}

/** Reactivates the owner, unless an admin has done so. */
async function undoDeactivation(context: CaseActionContext, { userId }: StepData['account']) {
  const { trx, actorId } = context;
  const user = await trx
    .selectFrom('users')
    .select(['deactivatedAt', 'deletedAt'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user?.deactivatedAt || user.deletedAt) return {};
  return reactivateAccount(trx, { actorId, id: userId });
}

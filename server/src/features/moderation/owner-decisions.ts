import { reactivateAccount, deactivateAccount } from '../admin/user-actions.ts';
import { findCounterparts } from '../messaging/counterpart-participants.ts';
import {
  type DecisionContext,
  type CaseActionContext,
  type ActionResult,
  actionResult,
  ownerOf,
} from './case-action.ts';
import { notifyOwner } from './notify-owner.ts';

/** An account that was deactivated. */
export interface AccountStep {
  kind: 'account';
  userId: string;
}

/** Somebody who was warned. */
export interface WarningStep {
  kind: 'warning';
  userId: string;
}

/** Warns who is responsible. Throws CONFLICT where nobody is left. */
export async function warnOwner(context: DecisionContext): Promise<ActionResult> {
  const userId = ownerOf(context).id;
  return actionResult({
    steps: [{ kind: 'warning', userId }],
    news: await notifyOwner(context, { what: 'warned', reason: context.reason }),
  });
}

/** Withdraws a warning, and says so. */
export async function undoWarning(
  context: CaseActionContext,
  { userId }: WarningStep,
): Promise<ActionResult> {
  if (context.owner?.id !== userId) return actionResult();
  return actionResult({ news: await notifyOwner(context, { what: 'withdrawn', reason: null }) });
}

/** Locks out who is responsible, by the rules of the Admin Center. */
export async function deactivateOwner(context: DecisionContext): Promise<ActionResult> {
  const { trx, mail, actorId, reason } = context;
  const userId = ownerOf(context).id;
  const { sessionIds, news } = await deactivateAccount(trx, mail, { actorId, userId, reason });
  return actionResult({
    steps: [{ kind: 'account', userId }],
    changed: await findCounterparts(trx, userId),
    effects: { sessionIds, news },
  });
}

/** Lets somebody in again, unless an admin did so already. Sessions that have ended do not come back. */
export async function undoDeactivation(
  context: CaseActionContext,
  step: AccountStep,
): Promise<ActionResult> {
  const { trx, mail, actorId } = context;
  const { userId } = step;
  const user = await trx
    .selectFrom('users')
    .select(['deactivatedAt', 'deletedAt'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user?.deactivatedAt || user.deletedAt) return actionResult();
  const { news } = await reactivateAccount(trx, mail, { actorId, userId });
  return actionResult({ changed: await findCounterparts(trx, userId), effects: { news } });
}

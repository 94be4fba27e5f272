import { letIn, lockOut } from '../admin/user-actions.ts';
import { findOtherSides } from '../messaging/other-sides.ts';
import { type Decided, type Deciding, type Done, done, ownerOf } from './deciding.ts';
import { tellOwner } from './tell-owner.ts';

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
export async function warnOwner(deciding: Decided): Promise<Done> {
  const userId = ownerOf(deciding).id;
  return done({
    steps: [{ kind: 'warning', userId }],
    news: await tellOwner(deciding, { what: 'warned', reason: deciding.reason }),
  });
}

/** Withdraws a warning, and says so. */
export async function undoWarning(deciding: Deciding, { userId }: WarningStep): Promise<Done> {
  if (deciding.owner?.id !== userId) return done();
  return done({ news: await tellOwner(deciding, { what: 'withdrawn', reason: null }) });
}

/** Locks out who is responsible, by the rules of the Admin Center. */
export async function deactivateOwner(deciding: Decided): Promise<Done> {
  const { trx, mail, actorId, reason } = deciding;
  const userId = ownerOf(deciding).id;
  const { sessionIds, news } = await lockOut(trx, mail, { actorId, userId, reason });
  return done({
    steps: [{ kind: 'account', userId }],
    changed: await findOtherSides(trx, userId),
    outcome: { sessionIds, news },
  });
}

/** Lets somebody in again, unless an admin did so already. Sessions that have ended do not come back. */
export async function undoDeactivation(deciding: Deciding, step: AccountStep): Promise<Done> {
  const { trx, mail, actorId } = deciding;
  const { userId } = step;
  const user = await trx
    .selectFrom('users')
    .select(['deactivatedAt', 'deletedAt'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user?.deactivatedAt || user.deletedAt) return done();
  const { news } = await letIn(trx, mail, { actorId, userId });
  return done({ changed: await findOtherSides(trx, userId), outcome: { news } });
}

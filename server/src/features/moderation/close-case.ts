import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Decision } from '@marketplace/shared/moderation/case-views';
import { audit } from '../admin/audit.ts';
import { type Effects, effectsOf } from '../admin/effects.ts';
import type { ActionResult, Step } from './case-action.ts';
import type { LockedCase } from './lock-case.ts';
import { notifyUsers, type NotificationDraft } from './notify-users.ts';

interface Closing {
  actorId: string;
  decision: Decision;
  reason: string | null;
  /** Who is responsible for what it was about; null where nobody is left. */
  ownerId: string | null;
  /** What undoing the decision needs to know. */
  steps: Step[];
}

/** Keeps what was decided in the case and in the audit log, and returns what its reporters are told. */
export async function closeCase(
  trx: Db,
  taken: LockedCase,
  { actorId, decision, reason, ownerId, steps }: Closing,
): Promise<NotificationDraft[]> {
  await trx
    .updateTable('moderationCases')
    .set({ status: 'decided', decision, reason, decidedBy: actorId, ownerId })
    .set({ decidedAt: sql<Date>`now()`, claimedBy: null, claimedAt: null })
    .set({ undo: JSON.stringify(steps) })
    .where('id', '=', taken.id)
    .execute();
  const { targetType, targetId } = taken;
  await audit(trx, {
    actorId,
    action: `report.${decision}`,
    targetType: 'case',
    targetId: taken.id,
    reason,
    details: { targetType, targetId },
  });
  return newsForReporters(trx, taken, decision);
}

/** Tells people of what was done, to a case where there is one, and says what to tell after the commit. */
export async function publishDecision(
  trx: Db,
  { taken, did }: { taken: LockedCase | undefined; did: ActionResult },
  change: 'decided' | 'undone',
): Promise<Effects> {
  const entries = await notifyUsers(trx, did);
  const { sessionIds, news = [] } = did.effects;
  const ofCase: Effects['news'] = taken ? [{ type: 'report', caseId: taken.id, change }] : [];
  return effectsOf({
    entries,
    ...(sessionIds ? { sessionIds } : {}),
    news: [...ofCase, ...news],
  });
}

async function newsForReporters(
  trx: Db,
  taken: LockedCase,
  decision: Decision,
): Promise<NotificationDraft[]> {
  const reporters = await trx
    .selectFrom('reports as r')
    .innerJoin('users as u', 'u.id', 'r.reporterId')
    .select('u.id')
    .where('r.caseId', '=', taken.id)
    .where('u.deactivatedAt', 'is', null)
    .where('u.deletedAt', 'is', null)
    .execute();
  const about = {
    listing: 'the listing that you reported',
    message: 'the message that you reported',
    review: 'the review that you reported',
    user: 'the profile that you reported',
  };
  return reporters.map(({ id }) => ({
    userId: id,
    groupKey: `report:${taken.id}`,
    type: 'report',
    data: {
      about: about[taken.targetType],
      outcome: decision === 'dismiss' ? 'dismissed' : 'acted',
    },
  }));
}

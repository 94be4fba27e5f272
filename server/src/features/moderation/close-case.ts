import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Decision } from '@marketplace/shared/moderation/case-views';
import { audit } from '../admin/audit.ts';
import { type Outcome, outcomeOf } from '../admin/outcome.ts';
import type { Done, Step } from './deciding.ts';
import type { LockedCase } from './take-case.ts';
import { tellPeople, type Told } from './tell.ts';

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
): Promise<Told[]> {
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
export async function conclude(
  trx: Db,
  { taken, did }: { taken: LockedCase | undefined; did: Done },
  change: 'decided' | 'undone',
): Promise<Outcome> {
  const entries = await tellPeople(trx, did);
  const { sessionIds, news = [] } = did.outcome;
  const ofCase: Outcome['news'] = taken ? [{ type: 'report', caseId: taken.id, change }] : [];
  return outcomeOf({
    entries,
    ...(sessionIds ? { sessionIds } : {}),
    news: [...ofCase, ...news],
  });
}

async function newsForReporters(trx: Db, taken: LockedCase, decision: Decision): Promise<Told[]> {
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

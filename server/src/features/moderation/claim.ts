import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { audit } from '../admin/audit.ts';
import { type Outcome, outcomeOf } from '../admin/outcome.ts';
import { assertFree, type CaseAction, lockCase } from './take-case.ts';

/**
 * Takes a case for this admin for 30 minutes, anew where they have it already. Throws CONFLICT where
 * another active admin has it or it is decided, NOT_FOUND for none.
 */
export async function claimCase(trx: Db, { actorId, caseId }: CaseAction): Promise<Outcome> {
  const taken = await lockCase(trx, caseId);
  await assertFree(trx, taken, actorId);
  await trx
    .updateTable('moderationCases')
    .set({ claimedBy: actorId, claimedAt: sql<Date>`now()` })
    .where('id', '=', taken.id)
    .execute();
  if (taken.holderId === actorId) return outcomeOf({});
  await audit(trx, { actorId, action: 'report.claim', targetType: 'case', targetId: taken.id });
  return outcomeOf({ news: [{ type: 'report', caseId: taken.id, change: 'claimed' }] });
}

/**
 * Gives a case back; one that nobody has stays as it is. Throws CONFLICT where another active admin
 * has it or it is decided, NOT_FOUND for none.
 */
export async function releaseCase(trx: Db, { actorId, caseId }: CaseAction): Promise<Outcome> {
  const taken = await lockCase(trx, caseId);
  await assertFree(trx, taken, actorId);
  await trx
    .updateTable('moderationCases')
    .set({ claimedBy: null, claimedAt: null })
    .where('id', '=', taken.id)
    .execute();
  if (taken.holderId === null) return outcomeOf({});
  await audit(trx, { actorId, action: 'report.release', targetType: 'case', targetId: taken.id });
  return outcomeOf({ news: [{ type: 'report', caseId: taken.id, change: 'released' }] });
}

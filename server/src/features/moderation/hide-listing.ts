import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { notify } from '../notifications/notify.ts';
import { type Outcome, outcomeOf } from '../admin/outcome.ts';
import { reportsWithWeight } from './report-weight.ts';

/** Reports with weight that hide a listing until its case is decided. */
const hidingReports = 3;
/** The same after an admin has dismissed a case of the listing. */
const hidingReportsAfterDismissal = 5;

/**
 * Hides a listing with enough reports that carry weight until its case is decided, and notifies the
 * seller. To be called with the case locked.
 */
export async function hideReportedListing(
  trx: Db,
  { caseId, listingId }: { caseId: string; listingId: string },
): Promise<Outcome> {
  const { weight, wasDismissed } = await trx
    .selectNoFrom([
      reportsWithWeight(sql.val(caseId)).as('weight'),
      sql<boolean>`exists (
        select from moderation_cases
        where target_type = 'listing' and target_id = ${listingId} and status = 'decided'
          and decision = 'dismiss')`.as('wasDismissed'),
    ])
    .executeTakeFirstOrThrow();
  if (weight < (wasDismissed ? hidingReportsAfterDismissal : hidingReports)) return outcomeOf({});
  const hidden = await trx
    .updateTable('listings')
    .set({ isActive: false, hiddenByReportsAt: sql<Date>`now()` })
    .where('id', '=', listingId)
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .returning(['sellerId', 'title'])
    .executeTakeFirst();
  if (!hidden) return outcomeOf({});
  const entries = await notify(trx, {
    userId: hidden.sellerId,
    groupKey: `flag:${listingId}`,
    type: 'flag',
    data: { listingId, listingTitle: hidden.title, what: 'hidden', reason: null },
  });
  return outcomeOf({ entries, news: [{ type: 'listingFlagged', listingId }] });
}

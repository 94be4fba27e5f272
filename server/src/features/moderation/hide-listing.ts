import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { notify } from '../notifications/notify.ts';
import { type Outcome, outcomeOf } from '../admin/outcome.ts';

/** Distinct reporters who hide a listing until the case is decided. */
const hidingReporters = 2;
/** As many of them, who have reported it since, are needed within days of a decision. */
const hidingReportersAfterDecision = 5;
const daysAfterDecision = 7;

/**
 * Hides a listing that enough people have reported until its case is decided, and tells the seller.
 * Every reporter whose account is active counts, those of earlier cases do not. To be called with
 * the case locked.
 */
export async function hideReportedListing(
  trx: Db,
  { caseId, listingId }: { caseId: string; listingId: string },
): Promise<Outcome> {
  const { reporters, wasDecided } = await trx
    .selectFrom('reports as r')
    .innerJoin('users as u', 'u.id', 'r.reporterId')
    .select([
      sql<number>`count(distinct u.id)::integer`.as('reporters'),
      sql<boolean>`exists (
        select from moderation_cases
        where target_type = 'listing' and target_id = ${listingId} and status = 'decided'
          and decided_at > now() - make_interval(days => ${daysAfterDecision}))`.as('wasDecided'),
    ])
    .where('r.caseId', '=', caseId)
    .where('u.deactivatedAt', 'is', null)
    .where('u.deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  if (reporters < (wasDecided ? hidingReportersAfterDecision : hidingReporters)) {
    return outcomeOf({});
  }
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

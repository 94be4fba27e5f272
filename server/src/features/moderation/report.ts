import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { ReportReason, ReportTargetType } from '@marketplace/shared/moderation/constants';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import type { Traces } from '../../platform/traces.ts';
import { effectsOf, runAndPublish, type Effects } from '../admin/effects.ts';
import { notify } from '../notifications/notify.ts';
import { findEvidence } from './evidence.ts';
import { lockTarget, type Target } from './lock-target.ts';
import { carriesWeight, reportsWithWeight } from './report-weight.ts';

const dailyReports: LimitRule = {
  name: 'report',
  points: 20,
  seconds: 24 * 60 * 60,
  text: 'You can make {points} reports a day.',
};

interface Report {
  reporterId: string;
  targetType: ReportTargetType;
  targetId: string;
  reason: ReportReason;
  comment?: string | undefined;
  traces: Traces;
}

/**
 * Puts a report in the moderation queue, with what it is about as it is now; enough of them that
 * carry weight hide a listing. The same person's second report of the same thing is the first one, unchanged. Throws
 * TOO_MANY_REQUESTS after 20 reports in a day, UNAUTHORIZED for a reporter who is gone, and as
 * `findEvidence` says.
 */
export async function report(
  ctx: Pick<AppContext, 'db' | 'hub' | 'limiter'>,
  input: Report,
): Promise<{ id: string }> {
  await findEvidence(ctx.db, input);
  const first = await findReport(ctx.db, input);
  if (first) return first;
  await ctx.limiter.take(dailyReports, input.reporterId);
  let made = { id: '' };
  await runAndPublish(ctx, async (trx) => {
    await lockTarget(trx, input);
    const meanwhile = await findReport(trx, input);
    if (meanwhile) {
      made = meanwhile;
      return effectsOf({});
    }
    // Once more, since a decision may have been waited for.
    const evidence = await findEvidence(trx, input);
    const caseId = await upsertOpenCase(trx, input);
    await lockReporter(trx, input.reporterId);
    const listingId = input.targetType === 'listing' ? input.targetId.toLowerCase() : null;
    const hasWeight =
      listingId !== null && (await carriesWeight(trx, { ...input, caseId, listingId }));
    made = await insertReport(trx, { ...input, caseId, evidence, carriesWeight: hasWeight });
    const hiding =
      listingId !== null && hasWeight
        ? await hideReportedListing(trx, { caseId, listingId })
        : effectsOf({});
    return { ...hiding, news: [{ type: 'report', caseId, change: 'reported' }, ...hiding.news] };
  });
  return made;
}

/** Counts one more reporter in the open case of the target, which is made where there is none. */
async function upsertOpenCase(trx: Db, { targetType, targetId }: Target): Promise<string> {
  const { id } = await trx
    .insertInto('moderationCases')
    .values({ targetType, targetId, reporterCount: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['targetType', 'targetId'])
        .where('status', '=', 'open')
        .doUpdateSet({
          reporterCount: sql<number>`moderation_cases.reporter_count + 1`,
          lastReportAt: sql<Date>`now()`,
        }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An account that is being deleted goes after the report, or the report is refused. */
async function lockReporter(trx: Db, id: string): Promise<void> {
  const reporter = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('deactivatedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!reporter) throw new AppError('UNAUTHORIZED', unauthorized);
}

function insertReport(
  trx: Db,
  {
    evidence,
    comment,
    traces: { mailboxHash, networkHash },
    ...report
  }: Report & { caseId: string; evidence: object; carriesWeight: boolean },
): Promise<{ id: string }> {
  return (
    trx
      .insertInto('reports')
      // A comment that is empty says nothing.
      .values({
        ...report,
        mailboxHash,
        networkHash,
        comment: comment || null,
        evidence: JSON.stringify(evidence),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  );
}

function findReport(db: Db, { reporterId, targetType, targetId }: Report) {
  return db
    .selectFrom('reports')
    .select('id')
    .where('reporterId', '=', reporterId)
    .where('targetType', '=', targetType)
    .where('targetId', '=', targetId)
    .executeTakeFirst();
}

/** Reports with weight that hide a listing until its case is decided. */
const hidingReports = 3;
/** The same after an admin has dismissed a case of the listing. */
const hidingReportsAfterDismissal = 5;

/**
 * Hides a listing with enough reports that carry weight until its case is decided, and notifies the
 * seller. To be called with the case locked.
 */
async function hideReportedListing(
  trx: Db,
  { caseId, listingId }: { caseId: string; listingId: string },
): Promise<Effects> {
  const { weight, wasDismissed } = await trx
    .selectNoFrom([
      reportsWithWeight(sql.val(caseId)).as('weight'),
      sql<boolean>`exists (
        select from moderation_cases
        where target_type = 'listing' and target_id = ${listingId} and status = 'decided'
          and decision = 'dismiss')`.as('wasDismissed'),
    ])
    .executeTakeFirstOrThrow();
  if (weight < (wasDismissed ? hidingReportsAfterDismissal : hidingReports)) return effectsOf({});
  const hidden = await trx
    .updateTable('listings')
    .set({ isActive: false, hiddenByReportsAt: sql<Date>`now()` })
    .where('id', '=', listingId)
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .returning(['sellerId', 'title'])
    .executeTakeFirst();
  if (!hidden) return effectsOf({});
  const entries = await notify(trx, {
    userId: hidden.sellerId,
    groupKey: `flag:${listingId}`,
    type: 'flag',
    data: { listingId, listingTitle: hidden.title, what: 'hidden', reason: null },
  });
  return effectsOf({ entries, news: [{ type: 'listingFlagged', listingId }] });
}

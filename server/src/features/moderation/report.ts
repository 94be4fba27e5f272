import { type RawBuilder, sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { reportInput } from '@marketplace/shared/moderation/schemas';
import { reportWeights } from '@marketplace/shared/standing/levels';
import type { AppContext } from '../../app-context.ts';
import { perDay } from '../../platform/limiter.ts';
import type { Traces } from '../../platform/traces.ts';
import { bothWrote } from '../messaging/conversations.ts';
import { lockActiveUser } from '../users/users.ts';
import { lockTarget, type Target } from './cases.ts';
import { recordDecision } from './decisions.ts';
import { type Effects, mergeEffects, runAndPublish } from './effects.ts';
import { findEvidence } from './evidence.ts';
import { listingNotification } from './listing-actions.ts';

const dailyReports = perDay('report', 20, 'You can send {points} reports a day.');

type Report = output<typeof reportInput> & { reporterId: string; traces: Traces };

/**
 * Stores a report with a copy of its target. Enough reports with weight hide a listing. Reporting
 * the same target again returns the first report. Throws TOO_MANY_REQUESTS, UNAUTHORIZED for a
 * deleted reporter, and the errors of `findEvidence`.
 */
export async function report(
  ctx: Pick<AppContext, 'db' | 'hub' | 'limiter' | 'secrets' | 'config'>,
  input: Report,
): Promise<{ id: string }> {
  await findEvidence(ctx.db, input);
  const first = await findReport(ctx.db, input);
  if (first) return first;
  await ctx.limiter.take(dailyReports, input.reporterId);
  const { id } = await runAndPublish(ctx, (trx) => storeReport(trx, input));
  return { id };
}

async function storeReport(trx: Db, input: Report): Promise<Effects & { id: string }> {
  const { reporterId, targetType, targetId, reason, comment, traces } = input;
  await lockTarget(trx, input);
  const first = await findReport(trx, input);
  if (first) return first;
  // The target may have changed while the lock waited for a decision.
  const evidence = JSON.stringify(await findEvidence(trx, input));
  const caseId = await upsertOpenCase(trx, input);
  await lockActiveUser(trx, reporterId);
  const row = {
    caseId,
    reporterId,
    targetType,
    targetId,
    reason,
    comment: comment || null,
    evidence,
    carriesWeight: targetType === 'listing' && carriesWeight(input, caseId),
    mailboxHash: traces.mailboxHash,
    networkHash: traces.networkHash,
  };
  const stored = await trx
    .insertInto('reports')
    .values(row)
    .returning(['id', 'carriesWeight'])
    .executeTakeFirstOrThrow();
  const hiding = stored.carriesWeight ? await hideReportedListing(trx, caseId, targetId) : {};
  const reported = { type: 'report', caseId, change: 'reported' } as const;
  return { id: stored.id, ...mergeEffects({ adminEvents: [reported] }, hiding) };
}

/** Adds one reporter to the target's open case, or opens a case. */
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

function findReport(db: Db, { reporterId, targetType, targetId }: Report) {
  return db
    .selectFrom('reports')
    .select('id')
    .where((eb) => eb.and({ reporterId, targetType, targetId }))
    .executeTakeFirst();
}

/**
 * How much weight of reports hides a listing; more once a case of it was dismissed. It is more than
 * one person's, so that nobody hides a listing alone.
 */
const hidingWeight = 3;
const hidingWeightAfterDismissal = 5;

/** Hides a listing with enough reports until its case, which must be locked, is decided. */
async function hideReportedListing(trx: Db, caseId: string, targetId: string): Promise<Effects> {
  const enough = sql<number>`case when exists (
    select from moderation_cases
    where target_type = 'listing' and target_id = ${targetId} and status = 'decided'
      and decision = 'dismiss'
    ) then ${hidingWeightAfterDismissal}::integer else ${hidingWeight}::integer end`;
  const hidden = await trx
    .updateTable('listings')
    .set({ isActive: false, hiddenByReportsAt: sql<Date>`now()` })
    .where('id', '=', targetId)
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .where(weightOfReports(caseId), '>=', enough)
    .returning(['id', 'sellerId', 'title'])
    .executeTakeFirst();
  if (!hidden) return {};
  const target = { targetType: 'listing', targetId: hidden.id } as const;
  const reason = 'Several people reported this listing.';
  await recordDecision(trx, { ...target, kind: 'hidden', userId: hidden.sellerId, caseId, reason });
  return {
    notifications: [listingNotification(hidden, 'hidden', null)],
    listingIds: [hidden.id],
    adminEvents: [{ type: 'listingFlagged', listingId: hidden.id }],
  };
}

/** An account of this age has standing. So does one that has talked with such an account. */
const standingAfter = sql`interval '3 days'`;

/** An SQL condition: the report `r` carries weight and its `author` has an active account. */
const counts = sql`r.carries_weight
  and author.deactivated_at is null and author.deleted_at is null`;

/**
 * Returns an SQL condition: the author of a report on a listing has standing, and no report of the
 * case that counts came from the same mailbox or network. The case must be locked.
 */
function carriesWeight({ reporterId, targetId, traces }: Report, caseId: string) {
  return sql<boolean>`exists (
    select from users u
    where u.id = ${reporterId}
      and (u.created_at < now() - ${standingAfter}
        or exists (
          select from conversation_participants p
          join conversations c on c.id = p.conversation_id
          join users other on other.id = p.other_id
          where p.user_id = u.id and ${bothWrote}
            and (other.created_at < now() - ${standingAfter}
              or other.id = (select seller_id from listings where id = ${targetId})))
        or exists (
          select from orders o
          where (o.buyer_id = u.id or o.seller_id = u.id) and o.captured_at is not null
            and o.state = 'captured'))
      and not exists (
        select from reports r join users author on author.id = r.reporter_id
        where r.case_id = ${caseId} and ${counts}
          and (r.mailbox_hash = ${traces.mailboxHash} or r.network_hash = ${traces.networkHash})))`;
}

/** Returns an SQL expression: the weight of a case's reports. That of a trusted person is double. */
function weightOfReports(caseId: string): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(case when author.standing = 3 then ${reportWeights.trusted}::integer
      else ${reportWeights.usual}::integer end), 0)::integer
    from reports r join users author on author.id = r.reporter_id
    where r.case_id = ${caseId} and ${counts})`;
}

/** Returns an SQL expression: how many of a case's reports count toward hiding its listing. */
export function reportsWithWeight(caseId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
    select count(*)::integer from reports r join users author on author.id = r.reporter_id
    where r.case_id = ${caseId} and ${counts})`;
}

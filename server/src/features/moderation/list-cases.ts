import { type Selectable, sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { ModerationCases, Reports } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import type { casesInput, CaseView } from '@marketplace/shared/moderation/schemas';
import { notFound } from '../../errors.ts';
import { decodeCursor, pageOfRows, readPage } from '../../platform/cursor.ts';
import { findAppeals } from './appeals/case-appeals.ts';
import { auditReported, findPeople, viewPerson } from './audit-log.ts';
import { isClaimed, isOverdue, undoableUntil } from './cases.ts';
import { reportsWithWeight } from './report.ts';
import { findTargets, gone } from './targets.ts';

/** How many reports and earlier decisions a case shows. */
const mostShown = 5;

type CasesQuery = output<typeof casesInput>;

/**
 * Returns a page of cases, the one with the newest report or the most harm first; with `mine`, only
 * those that this admin has claimed or decided. Logs the conversations whose messages it shows.
 */
export async function listCases(db: Db, actorId: string, query: CasesQuery) {
  if (query.ownerId !== undefined && !isId(query.ownerId)) return { items: [], nextCursor: null };
  const cases = filteredCases(db, actorId, query);
  const page =
    query.order === 'harm' && query.status === 'open'
      ? await readByHarm(cases, query)
      : await readPage(cases, query, { at: 'c.lastReportAt', id: 'c.id' });
  return { ...page, items: await viewCases(db, actorId, page.items) };
}

function filteredCases(db: Db, actorId: string, query: CasesQuery) {
  const { status, targetType, mine, reason, source, claim, overdue, ownerId } = query;
  // A literal, because the indexes of open and of decided cases are partial.
  let cases = casesOf(db).where('c.status', '=', sql.lit(status));
  if (targetType) cases = cases.where('c.targetType', '=', targetType);
  if (mine && status === 'open') cases = cases.where(isClaimed).where('c.claimedBy', '=', actorId);
  if (mine && status === 'decided') cases = cases.where('c.decidedBy', '=', actorId);
  if (reason) cases = cases.where(sql<boolean>`${reason} = any(c.reasons)`);
  if (source) cases = cases.where('c.reporterCount', source === 'people' ? '>' : '=', 0);
  if (claim === 'none') cases = cases.where(sql<boolean>`${isClaimed} is not true`);
  if (claim === 'others') cases = cases.where(isClaimed).where('c.claimedBy', '<>', actorId);
  if (overdue) cases = cases.where(isOverdue);
  if (ownerId) cases = cases.where('c.ownerId', '=', ownerId);
  return cases;
}

/** Reads a page of open cases, most harm first, then by the time of the last report. */
async function readByHarm(cases: ReturnType<typeof casesOf>, { cursor, limit }: CasesQuery) {
  const [, harm, rest] = /^(\d{1,4})\.(.+)$/.exec(cursor ?? '') ?? [];
  const after = cursor === undefined ? undefined : decodeCursor(rest ?? '');
  const rows = await cases
    .$if(after !== undefined, (next) =>
      next.where(
        sql<boolean>`(-c.harm, c.last_report_at, c.id)
          > (${-Number(harm)}::integer, ${after?.at}, ${after?.id})`,
      ),
    )
    .orderBy(sql`-c.harm`)
    .orderBy('c.lastReportAt')
    .orderBy('c.id')
    .limit(limit + 1)
    .execute();
  const page = pageOfRows(rows, limit, ({ lastReportAt, id }) => ({ at: lastReportAt, id }));
  const { items, nextCursor } = page;
  return { items, nextCursor: nextCursor && `${items.at(-1)?.harm}.${nextCursor}` };
}

/** Returns those of the cases that exist. */
export async function getCases(db: Db, actorId: string, caseIds: string[]): Promise<CaseView[]> {
  const ids = sql<string>`any(${caseIds.filter(isId)}::uuid[])`;
  const rows = await casesOf(db).where('c.id', '=', ids).execute();
  return viewCases(db, actorId, rows);
}

/** Returns one case. Throws NOT_FOUND for an unknown id. */
export async function getCase(db: Db, actorId: string, caseId: string): Promise<CaseView> {
  const [view] = await getCases(db, actorId, [caseId]);
  if (!view) throw notFound('Report');
  return view;
}

function casesOf(db: Db) {
  return db
    .selectFrom('moderationCases as c')
    .leftJoin('users as claimer', 'claimer.id', 'c.claimedBy')
    .select(['c.id', 'c.targetType', 'c.targetId', 'c.status', 'c.reporterCount', 'c.harm'])
    .select(['c.claimedAt', 'c.decision', 'c.reason', 'c.decidedBy', 'c.decidedAt', 'c.createdAt'])
    .select([
      'c.lastReportAt',
      reportsWithWeight(sql.ref('c.id')).as('reportsWithWeight'),
      sql<string | null>`case when ${isClaimed} then c.claimed_by end`.as('claimerId'),
      sql<Date | null>`case when c.status = 'decided' and ${undoableUntil} > now()
        then ${undoableUntil} end`.as('undoableUntil'),
    ])
    .$narrowType<Pick<CaseView, 'targetType' | 'status' | 'decision'>>();
}

type CaseRow = Awaited<ReturnType<ReturnType<typeof casesOf>['execute']>>[number];

/** Returns the views of rows. The output schema drops fields that only the rows have. */
async function viewCases(db: Db, actorId: string, cases: CaseRow[]): Promise<CaseView[]> {
  if (cases.length === 0) return [];
  const targets = await findTargets(db, cases);
  const targetOf = ({ targetType, targetId }: CaseRow) =>
    targets.find((target) => target.targetType === targetType && target.targetId === targetId);
  const reported = cases.flatMap((row) => {
    const conversationId = targetOf(row)?.conversationId;
    return conversationId ? [{ conversationId, caseId: row.id }] : [];
  });
  await auditReported(db, actorId, reported);
  const reports = await findReports(db, cases);
  const withOwners = cases.map((row) => ({ ...row, ownerId: targetOf(row)?.ownerId ?? null }));
  const earlier = await findEarlier(db, withOwners);
  const appeals = await findAppeals(db, actorId, cases);
  const people = await findPeople(db, [
    ...targets.map(({ ownerId }) => ownerId),
    ...cases.flatMap(({ claimerId, decidedBy }) => [claimerId, decidedBy]),
    ...reports.map(({ reporterId }) => reporterId),
    ...earlier.map(({ decidedBy }) => decidedBy),
  ]);
  const personOf = (id: string | null) => {
    const person = people.get(id ?? '');
    return person && !person.deletedAt ? viewPerson(person) : null;
  };
  return cases.map((row) => {
    const target = targetOf(row) ?? gone;
    const owner = personOf(target.ownerId);
    return {
      ...row,
      reports: reports
        .filter(({ caseId }) => caseId === row.id)
        .map((report) => ({
          ...report,
          reporter: personOf(report.reporterId),
          createdAt: report.createdAt.toISOString(),
        })),
      target: { ...target, owner },
      appeal: appeals.get(row.targetId) ?? null,
      claimedBy: personOf(row.claimerId),
      claimedAt: row.claimerId ? (row.claimedAt?.toISOString() ?? null) : null,
      decidedBy: personOf(row.decidedBy),
      decidedAt: row.decidedAt?.toISOString() ?? null,
      undoableUntil: row.undoableUntil?.toISOString() ?? null,
      earlier: earlier
        .filter(({ ofCaseId }) => owner && ofCaseId === row.id)
        .map((decision) => ({
          ...decision,
          decidedBy: personOf(decision.decidedBy),
          decidedAt: decision.decidedAt.toISOString(),
        })),
      createdAt: row.createdAt.toISOString(),
      lastReportAt: row.lastReportAt.toISOString(),
    };
  });
}

type ReportRow = Pick<CaseView['reports'][number], 'id' | 'reason' | 'comment' | 'evidence'> &
  Pick<Selectable<Reports>, 'caseId' | 'reporterId' | 'createdAt'>;

async function findReports(db: Db, cases: CaseRow[]) {
  const { rows } = await sql<ReportRow>`
    select r.* from unnest(${cases.map(({ id }) => id)}::uuid[]) as c (id)
    cross join lateral (
      select id, case_id, reason, comment, evidence, reporter_id, created_at from reports
      where case_id = c.id order by created_at desc, id desc limit ${mostShown}
    ) r`.execute(db);
  return rows;
}

/** A decision made before the case `ofCaseId` was decided, or before now if that case is open. */
type EarlierRow = Omit<CaseView['earlier'][number], 'decidedBy' | 'decidedAt'> &
  Pick<Selectable<ModerationCases>, 'decidedBy'> & { ofCaseId: string; decidedAt: Date };

/** Finds the newest earlier decisions on the owner of each case. */
async function findEarlier(db: Db, cases: (CaseRow & { ownerId: string | null })[]) {
  const { rows } = await sql<EarlierRow>`
    select of.id as of_case_id, d.*
    from unnest(
      ${cases.map(({ id }) => id)}::uuid[],
      ${cases.map(({ ownerId }) => ownerId)}::uuid[],
      ${cases.map(({ decidedAt }) => decidedAt?.toISOString() ?? 'infinity')}::timestamptz[]
    ) as of (id, owner_id, before)
    cross join lateral (
      select id as case_id, target_type, decision, reason, decided_by, decided_at
      from moderation_cases
      where owner_id = of.owner_id and status = 'decided' and decided_at < of.before
      order by decided_at desc limit ${mostShown}
    ) d`.execute(db);
  return rows;
}

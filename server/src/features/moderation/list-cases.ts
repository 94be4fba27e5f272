import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import type { casesInput, CaseView, Decision } from '@marketplace/shared/moderation/case-views';
import type { Page } from '@marketplace/shared/pagination';
import { decodeCursor, pageOfRows } from '../../platform/cursor.ts';
import { type PersonRow, viewPerson } from '../admin/people.ts';
import { reportsWithWeight } from './report-weight.ts';
import { caseNotFound, isClaimed } from './lock-case.ts';
import { findPeople, findTargets, type FoundTarget } from './targets.ts';
import { undoMinutes } from './undo.ts';

/** Reports that a case shows: the newest. */
const shownReports = 5;

/**
 * A page of the moderation queue, the case with the newest report first. With `mine` those that this
 * admin has claimed, or has decided. Whose messages are in it is written into the audit log.
 */
export async function listCases(
  db: Db,
  actorId: string,
  query: output<typeof casesInput>,
): Promise<Page<CaseView>> {
  const { cursor, limit, status, targetType, mine } = query;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  let cases = casesOf(db).where('c.status', '=', status);
  if (targetType) cases = cases.where('c.targetType', '=', targetType);
  if (mine && status === 'open') cases = cases.where(isClaimed).where('c.claimedBy', '=', actorId);
  if (mine && status === 'decided') cases = cases.where('c.decidedBy', '=', actorId);
  if (after) {
    cases = cases.where(sql<boolean>`(c.last_report_at, c.id) < (${after.at}, ${after.id})`);
  }
  const rows = await cases
    .orderBy('c.lastReportAt', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = pageOfRows(rows, limit, (row) => ({ at: row.lastReportAt, id: row.id }));
  return { ...page, items: await viewCases(db, actorId, page.items) };
}

/** One case. 404 for none. */
export async function getCase(db: Db, actorId: string, caseId: string): Promise<CaseView> {
  const rows = isId(caseId) ? await casesOf(db).where('c.id', '=', caseId).execute() : [];
  const [view] = await viewCases(db, actorId, rows);
  if (!view) throw caseNotFound();
  return view;
}

function casesOf(db: Db) {
  return db
    .selectFrom('moderationCases as c')
    .leftJoin('users as holder', 'holder.id', 'c.claimedBy')
    .select(['c.id', 'c.targetType', 'c.targetId', 'c.status', 'c.reporterCount'])
    .select(['c.claimedAt', 'c.decision', 'c.reason', 'c.decidedBy', 'c.decidedAt'])
    .select(['c.createdAt', 'c.lastReportAt'])
    .select([
      reportsWithWeight(sql.ref('c.id')).as('reportsWithWeight'),
      sql<string | null>`case when ${isClaimed} then c.claimed_by end`.as('holderId'),
      sql<Date | null>`case when c.status = 'decided'
        and c.decided_at > now() - make_interval(mins => ${undoMinutes})
        then c.decided_at + make_interval(mins => ${undoMinutes}) end`.as('undoableUntil'),
    ]);
}

interface ReportRow {
  id: string;
  caseId: string;
  reason: string;
  comment: string | null;
  evidence: Record<string, unknown> | null;
  reporterId: string | null;
  createdAt: Date;
}

/** The newest reports of each of these cases. */
async function findReports(db: Db, caseIds: string[]): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select r.* from unnest(${caseIds}::uuid[]) as c (id)
    cross join lateral (
      select id, case_id, reason, comment, evidence, reporter_id, created_at from reports
      where case_id = c.id order by created_at desc, id desc limit ${shownReports}
    ) r`.execute(db);
  return rows;
}

type CaseRow = Awaited<ReturnType<ReturnType<typeof casesOf>['execute']>>[number];

async function viewCases(db: Db, actorId: string, rows: CaseRow[]): Promise<CaseView[]> {
  if (rows.length === 0) return [];
  const reports = await findReports(
    db,
    rows.map(({ id }) => id),
  );
  const cases = rows.map((row) => ({
    ...row,
    targetType: row.targetType as CaseView['targetType'],
    reports: reports.filter(({ caseId }) => caseId === row.id),
  }));
  const targets = await findTargets(db, cases);
  await auditMessages(db, actorId, targets);
  const targetOf = new Map(targets.map((target) => [keyOf(target), target]));
  const owned = cases.map((row) => ({
    ...row,
    ownerId: targetOf.get(keyOf(row))?.ownerId ?? null,
  }));
  const earlier = await findEarlier(db, owned);
  const people = await findPeople(db, [
    ...targets.map(({ ownerId }) => ownerId),
    ...rows.flatMap(({ holderId, decidedBy }) => [holderId, decidedBy]),
    ...reports.map(({ reporterId }) => reporterId),
    ...earlier.map(({ decidedBy }) => decidedBy),
  ]);
  return cases.map((row) => {
    const before = earlier.filter(({ ofCaseId }) => ofCaseId === row.id);
    return viewCase({ ...row, earlier: before }, targetOf.get(keyOf(row)), people);
  });
}

function keyOf({ targetType, targetId }: Pick<CaseView, 'targetType' | 'targetId'>): string {
  return `${targetType} ${targetId}`;
}

function viewCase(
  row: CaseRow & Pick<CaseView, 'targetType'> & { reports: ReportRow[]; earlier: EarlierRow[] },
  target: FoundTarget | undefined,
  people: Map<string, PersonRow>,
): CaseView {
  const personOf = (id: string | null) => {
    const person = people.get(id ?? '');
    return person && !person.deletedAt ? viewPerson(person) : null;
  };
  const { id, targetType, targetId, reporterCount, reason, holderId } = row;
  const owner = personOf(target?.ownerId ?? null);
  return {
    id,
    targetType,
    targetId,
    status: row.status === 'open' ? 'open' : 'decided',
    reporterCount,
    reportsWithWeight: row.reportsWithWeight,
    reports: row.reports.map((report) => ({
      id: report.id,
      reason: report.reason,
      comment: report.comment,
      evidence: report.evidence,
      reporter: personOf(report.reporterId),
      createdAt: report.createdAt.toISOString(),
    })),
    target: viewTarget(target, owner),
    claimedBy: personOf(holderId),
    claimedAt: holderId ? (row.claimedAt?.toISOString() ?? null) : null,
    decision: row.decision as Decision | null,
    reason,
    decidedBy: personOf(row.decidedBy),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    undoableUntil: row.undoableUntil?.toISOString() ?? null,
    // Of somebody who has left nothing is told.
    earlier: owner ? row.earlier.map((one) => viewEarlier(one, personOf(one.decidedBy))) : [],
    createdAt: row.createdAt.toISOString(),
    lastReportAt: row.lastReportAt.toISOString(),
  };
}

function viewEarlier(
  { id: caseId, targetType, decision, reason, decidedAt }: EarlierRow,
  decidedBy: CaseView['decidedBy'],
): CaseView['earlier'][number] {
  return { caseId, targetType, decision, reason, decidedBy, decidedAt: decidedAt.toISOString() };
}

function viewTarget(
  target: FoundTarget | undefined,
  owner: CaseView['target']['owner'],
): CaseView['target'] {
  if (!target) {
    return { title: 'Gone', text: '', image: null, path: null, state: 'deleted', owner };
  }
  const { title, text, image, path, state } = target;
  return { title, text, image, path, state, owner };
}

/**
 * Writes that an admin reads reported messages, before they get them: one entry for each
 * conversation in ten minutes, as wherever private messages are read.
 */
async function auditMessages(db: Db, actorId: string, targets: FoundTarget[]): Promise<void> {
  const ids = targets.flatMap(({ conversationId }) => conversationId ?? []);
  if (ids.length === 0) return;
  await sql`
    insert into audit_log (actor_id, action, target_type, target_id, reason)
    select ${actorId}::uuid, 'conversation.read', 'conversation', c.id, 'Reported message'
    from (select distinct unnest(${ids}::uuid[]) as id) c
    where not exists (
      select from audit_log a
      where a.target_type = 'conversation' and a.target_id = c.id
        and a.actor_id = ${actorId}::uuid and a.action = 'conversation.read'
        and a.created_at > now() - interval '10 minutes')`.execute(db);
}

/** Earlier decisions that a case shows: the newest. */
const shownDecisions = 5;

/** A decision that was made before the case `ofCaseId` was decided, or so far. */
interface EarlierRow {
  ofCaseId: string;
  id: string;
  targetType: CaseView['targetType'];
  decision: Decision;
  reason: string | null;
  decidedBy: string | null;
  decidedAt: Date;
}

/** Whose case it is, and when it was decided. */
interface Owned {
  id: string;
  ownerId: string | null;
  decidedAt: Date | null;
}

/** What was decided on the owners of these cases before, the newest decisions of each first. */
async function findEarlier(db: Db, cases: Owned[]): Promise<EarlierRow[]> {
  const { rows } = await sql<EarlierRow>`
    select of.id as of_case_id, d.*
    from unnest(
      ${cases.map(({ id }) => id)}::uuid[],
      ${cases.map(({ ownerId }) => ownerId)}::uuid[],
      ${cases.map(({ decidedAt }) => decidedAt?.toISOString() ?? 'infinity')}::timestamptz[]
    ) as of (id, owner_id, before)
    cross join lateral (
      select id, target_type, decision, reason, decided_by, decided_at from moderation_cases
      where owner_id = of.owner_id and status = 'decided' and decided_at < of.before
      order by decided_at desc limit ${shownDecisions}
    ) d`.execute(db);
  return rows;
}

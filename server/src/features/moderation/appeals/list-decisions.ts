import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import type { decisionsInput, DecisionView } from '@marketplace/shared/moderation/appeals';
import { viewGuideline } from '@marketplace/shared/moderation/guidelines';
import { notFound } from '../../../errors.ts';
import { readPage } from '../../../platform/cursor.ts';
import { findTargets, gone } from '../targets.ts';
import { isRecent, problemOf } from './appealable.ts';

/** Returns a page of the decisions about a user, newest first. */
export async function listDecisions(db: Db, userId: string, query: output<typeof decisionsInput>) {
  const page = await readPage(decisionsAbout(db, userId), query, { at: 'd.createdAt', id: 'd.id' });
  return { ...page, items: await viewDecisions(db, page.items) };
}

/** Returns a decision about the user. Throws NOT_FOUND. */
export async function getDecision(
  db: Db,
  { decisionId, userId }: { decisionId: string; userId: string },
): Promise<DecisionView> {
  const decisions = decisionsAbout(db, userId).where('d.id', '=', decisionId);
  const [view] = await viewDecisions(db, isId(decisionId) ? await decisions.execute() : []);
  if (!view) throw notFound('Decision');
  return view;
}

/** Leaves out what only held something until a moderator made the next decision. */
function decisionsAbout(db: Db, userId: string) {
  return db
    .selectFrom('decisions as d')
    .leftJoin('moderationCases as c', 'c.id', 'd.caseId')
    .leftJoin('moderationCases as a', (join) =>
      join.onRef('a.targetId', '=', 'd.id').on('a.targetType', '=', 'decision'),
    )
    .select(['d.id', 'd.kind', 'd.targetType', 'd.targetId', 'd.guideline', 'd.rule'])
    .select(['d.passage', 'd.reason', 'd.advice', 'd.decidedBy', 'd.createdAt', 'd.reversedAt'])
    .select(['d.appeal', 'd.appealedAt', isRecent.as('isRecent')])
    .select(['a.decision as outcome', 'a.reason as answer'])
    .$narrowType<Pick<DecisionView, 'kind'> & { targetType: DecisionView['target']['type'] }>()
    .$narrowType<{ outcome: 'upheld' | 'reversed' | null }>()
    .where('d.userId', '=', userId)
    .where(
      sql<boolean>`(d.kind not in ('held', 'hidden') or d.reversed_at is not null
        or c.status is distinct from 'decided')`,
    );
}

type DecisionRow = Awaited<ReturnType<ReturnType<typeof decisionsAbout>['execute']>>[number];

async function viewDecisions(db: Db, rows: DecisionRow[]): Promise<DecisionView[]> {
  const targets = rows.length === 0 ? [] : await findTargets(db, rows);
  return rows.map((row) => {
    const { targetType: type, targetId, guideline, appealedAt, outcome, decidedBy } = row;
    const target =
      targets.find((one) => one.targetType === type && one.targetId === targetId) ?? gone;
    const conversation = 'conversationId' in target && target.conversationId;
    const path = conversation ? `/messages?c=${conversation}` : target.path;
    const isOpen = appealedAt !== null && outcome === null;
    return {
      ...row,
      target: { type, title: target.title, image: target.image, path },
      guideline: viewGuideline(guideline),
      automatic: decidedBy === null,
      createdAt: row.createdAt.toISOString(),
      reversedAt: row.reversedAt?.toISOString() ?? null,
      appeal: appealedAt && {
        text: row.appeal ?? '',
        state: outcome ?? 'open',
        answer: row.answer,
        createdAt: appealedAt.toISOString(),
      },
      canAppeal: problemOf(row) === null,
      canResubmit: row.kind === 'flagged' && !row.reversedAt && path !== null && !isOpen,
    };
  });
}

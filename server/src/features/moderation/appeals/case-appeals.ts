import type { Db } from '@marketplace/db/database';
import type { CaseAppeal } from '@marketplace/shared/moderation/schemas';
import { viewGuideline } from '@marketplace/shared/moderation/guidelines';
import { hasAdmin } from '../admins.ts';
import { findPeople, viewPerson } from '../audit-log.ts';
import type { Target } from '../cases.ts';

/** Returns the appeals of those cases that are appeals, by the id of their decision. */
export async function findAppeals(
  db: Db,
  actorId: string,
  cases: Pick<Target, 'targetType' | 'targetId'>[],
): Promise<Map<string, CaseAppeal>> {
  const ids = cases.flatMap((row) => (row.targetType === 'decision' ? [row.targetId] : []));
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('decisions')
    .select(['id', 'userId', 'kind', 'targetType', 'guideline', 'passage', 'reason', 'decidedBy'])
    .select(['appeal', 'createdAt'])
    .$narrowType<Pick<CaseAppeal, 'kind' | 'targetType'>>()
    .where('id', 'in', ids)
    .execute();
  const people = await findPeople(
    db,
    rows.map(({ decidedBy }) => decidedBy),
  );
  const isAlone = !(await hasAdmin(db, actorId));
  const viewed = rows.map((row) => {
    const admin = people.get(row.decidedBy ?? '');
    const appeal: CaseAppeal = {
      ...row,
      guideline: viewGuideline(row.guideline),
      text: row.appeal ?? '',
      decidedBy: admin && !admin.deletedAt ? viewPerson(admin) : null,
      canAnswer: isAlone || !isConcerned(row, actorId),
      createdAt: row.createdAt.toISOString(),
    };
    return [row.id, appeal] as const;
  });
  return new Map(viewed);
}

/** Returns true for the admin who made a decision and the one whom it is about. */
export function isConcerned(
  { decidedBy, userId }: { decidedBy: string | null; userId: string },
  actorId: string,
): boolean {
  return actorId === decidedBy || actorId === userId;
}

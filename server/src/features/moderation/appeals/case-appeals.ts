import type { Db } from '@marketplace/db/database';
import type { CaseAppeal } from '@marketplace/shared/moderation/schemas';
import { viewGuideline } from '@marketplace/shared/moderation/guidelines';
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
  const admins = await findSomeAdmins(db);
  const viewed = rows.map((row) => {
    const admin = people.get(row.decidedBy ?? '');
    const appeal: CaseAppeal = {
      ...row,
      guideline: viewGuideline(row.guideline),
      text: row.appeal ?? '',
      decidedBy: admin && !admin.deletedAt ? viewPerson(admin) : null,
      canAnswer: mayAnswer(row, actorId, admins),
      createdAt: row.createdAt.toISOString(),
    };
    return [row.id, appeal] as const;
  });
  return new Map(viewed);
}

interface Concerned {
  decidedBy: string | null;
  userId: string;
}

/** Returns up to three active admins, enough to know whether one of them is not concerned. */
export async function findSomeAdmins(db: Db): Promise<string[]> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', true)
    .where((eb) => eb.and({ deactivatedAt: null, deletedAt: null }))
    .limit(3)
    .execute();
  return admins.map(({ id }) => id);
}

/**
 * Returns whether an admin may answer an appeal: not the one who decided while another could, and
 * not the one whom the decision is about while there is any other.
 */
export function mayAnswer(
  { decidedBy, userId }: Concerned,
  actorId: string,
  admins: string[],
): boolean {
  if (actorId === userId) return admins.every((id) => id === actorId);
  return actorId !== decidedBy || admins.every((id) => id === decidedBy || id === userId);
}

import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { CaseView, Decision } from '@marketplace/shared/moderation/case-views';

/** Earlier decisions that a case shows: the newest. */
const shownDecisions = 5;

/** A decision that was made before the case `ofCaseId` was decided, or so far. */
export interface EarlierRow {
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
export async function findEarlier(db: Db, cases: Owned[]): Promise<EarlierRow[]> {
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

import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { ReportTargetType } from '@marketplace/shared/moderation/constants';

/** What a case is about. */
export interface Target {
  targetType: ReportTargetType;
  targetId: string;
}

/**
 * Until the transaction ends, reports on this target and decisions on its cases wait.
 *
 * Order of locks wherever cases change: who is an admin, the target, the case, users in ascending
 * id, the listing, conversation or review, the feeds in ascending user id.
 */
export async function lockTarget(trx: Db, { targetType, targetId }: Target): Promise<void> {
  const name = `case ${targetType} ${targetId.toLowerCase()}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

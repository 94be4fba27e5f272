import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';

/** Of these sessions the ones that live, each with whether its user lets others see them online. */
export async function findLiveSessions(
  db: Db,
  sessionIds: string[],
): Promise<Map<string, { userId: string; showPresence: boolean }>> {
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['s.id', 's.userId', 'u.showPresence'])
    .where('s.id', '=', sql<string>`any(${sessionIds}::uuid[])`)
    .where('s.expiresAt', '>', sql<Date>`now()`)
    .where('u.deactivatedAt', 'is', null)
    .where('u.deletedAt', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

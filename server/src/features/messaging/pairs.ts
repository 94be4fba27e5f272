import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';

/**
 * Prevents the two from blocking, unblocking and opening conversations with each other until the
 * transaction ends, so that a block refuses or hides a racing conversation. Call it before locking
 * any row, or two transactions can deadlock.
 */
export async function lockPair(db: Db, one: string, other: string): Promise<void> {
  const pair = [one.toLowerCase(), other.toLowerCase()].sort().join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(db);
}

/** Returns an SQL condition: one of the two blocks the other. */
export function isBlockedBetween(one: string, other: string) {
  return sql<boolean>`exists (
    select from blocks where (blocker_id, blocked_id) in
      ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid)))`;
}

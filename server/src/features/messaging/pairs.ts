import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';

/**
 * Until the transaction ends, neither of the two can block or unblock the other, and no conversation
 * is opened between them: one that races a block is either refused or hidden by it. To be called
 * before any row is locked.
 */
export async function lockPair(db: Db, one: string, other: string): Promise<void> {
  const pair = [one.toLowerCase(), other.toLowerCase()].sort().join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(db);
}

/** True when one of the two blocks the other. */
export function isBlockedBetween(one: string, other: string) {
  return sql<boolean>`exists (
    select from blocks where (blocker_id, blocked_id) in
      ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid)))`;
}

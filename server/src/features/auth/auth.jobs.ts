import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Parts } from '../../parts.ts';
import { inBatches } from '../../platform/in-batches.ts';

/**
 * Removes what has expired: sessions (their sockets close), trusted devices, codes, and the
 * counters of limits. None of it is accepted any more when it goes.
 */
export async function sweepSignIns({ db, hub }: Pick<Parts, 'db' | 'hub'>): Promise<void> {
  await inBatches(async (size) => {
    const ended = await deleteExpiredSessions(db, size);
    hub.closeSessions(ended);
    return ended.length;
  });
  await inBatches((size) =>
    sql`delete from trusted_devices where id in
      (select id from trusted_devices where expires_at < now() limit ${size})`.execute(db),
  );
  await inBatches((size) =>
    sql`delete from sign_in_codes where expires_at < now() and email in
      (select email from sign_in_codes where expires_at < now() limit ${size})`.execute(db),
  );
  await inBatches((size) =>
    sql`delete from rate_limits where expire < ${Date.now()} and key in
      (select key from rate_limits where expire < ${Date.now()} limit ${size})`.execute(db),
  );
}

async function deleteExpiredSessions(db: Db, size: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('expiresAt', '<', sql<Date>`now()`)
    .where('id', 'in', (query) =>
      query
        .selectFrom('sessions')
        .select('id')
        .where('expiresAt', '<', sql<Date>`now()`)
        .limit(size),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

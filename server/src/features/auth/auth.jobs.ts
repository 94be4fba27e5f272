import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../../app-context.ts';
import { inBatches } from '../../platform/jobs.ts';

/**
 * Removes what has expired: sessions (their sockets close), trusted devices, codes, the
 * counters of limits, and wrong codes that were counted a year ago.
 */
export async function sweepSignIns({ db, hub }: Pick<AppContext, 'db' | 'hub'>): Promise<void> {
  await inBatches(async (size) => {
    const ended = await deleteExpiredSessions(db, size);
    hub.closeSessions(ended);
    return ended.length;
  });
  await inBatches((size) =>
    sql`delete from trusted_devices where id in
      (select id from trusted_devices where expires_at < now() limit ${size})`.execute(db),
  );
  // The previous version, which may serve beside this one, still writes sign_in_codes.
  for (const table of ['pending_sign_ins', 'sign_in_codes']) {
    await inBatches((size) =>
      sql`delete from ${sql.table(table)} where expires_at < now() and token_hash in
        (select token_hash from ${sql.table(table)} where expires_at < now() limit ${size})`.execute(
        db,
      ),
    );
  }
  await inBatches((size) =>
    sql`delete from sign_in_failures where address_hash in
      (select address_hash from sign_in_failures
        where last_failed_at < now() - interval '1 year' limit ${size})`.execute(db),
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

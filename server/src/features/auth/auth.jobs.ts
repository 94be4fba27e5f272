import { type RawBuilder, sql } from 'kysely';
import type { AppContext } from '../../app-context.ts';
import { inBatches } from '../../platform/jobs.ts';

/**
 * Removes what has expired: sessions (their sockets close), trusted devices, codes, rate limit
 * counters, and counts of wrong codes after a year.
 */
export async function sweepSignIns({ db, hub }: Pick<AppContext, 'db' | 'hub'>): Promise<void> {
  const remove = (table: string, key: string, isOver: RawBuilder<unknown>) => {
    const [from, id] = [sql.table(table), sql.ref(key)];
    return inBatches(async (size) => {
      // The condition is repeated because a row may be renewed meanwhile.
      const { rows } = await sql<{ key: string }>`delete from ${from} where ${isOver}
        and ${id} in (select ${id} from ${from} where ${isOver} limit ${size})
        returning ${id} as key`.execute(db);
      if (table === 'sessions') hub.closeSessions(rows.map((row) => row.key));
      return rows.length;
    });
  };
  await remove('sessions', 'id', sql`expires_at < now()`);
  await remove('trusted_devices', 'id', sql`expires_at < now()`);
  await remove('pending_sign_ins', 'token_hash', sql`expires_at < now()`);
  // The previous version, which may still serve beside this one, writes sign_in_codes.
  await remove('sign_in_codes', 'token_hash', sql`expires_at < now()`);
  await remove('sign_in_failures', 'address_hash', sql`last_failed_at < now() - interval '1 year'`);
  await remove('rate_limits', 'key', sql`expire < ${Date.now()}`);
}

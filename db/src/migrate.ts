import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { runMigrations as migrateJobs } from 'graphile-worker';
import type { Pool } from 'pg';
import { migrations } from './migrations/all.ts';

/** Any constant shared by all instances; it serialises migrations of the two schemas together. */
const migrationLock = 7_203_114;

/**
 * Brings the schema and the job queue's schema up to date and returns the names of the migrations
 * that ran. Several servers may call it at once: the first migrates, the others wait and find
 * nothing to do. Throws what the failing migration threw; that migration leaves nothing behind.
 */
export async function migrate(pool: Pool): Promise<string[]> {
  const lock = await pool.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [migrationLock]);
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error;
    await migrateJobs({ pgPool: pool });
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    await lock.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined);
    lock.release();
  }
}

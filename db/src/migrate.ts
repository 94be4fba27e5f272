import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { FileMigrationProvider, type Migration, Migrator } from 'kysely/migration';
import { runMigrations as migrateJobs } from 'graphile-worker';
import type { Pool, PoolClient } from 'pg';

/** A lock with any constant key, which serializes the migrations of both schemas. */
const migrationLock = 7_203_114;

const baseline = '2026-11-26-1-baseline';
/** The last of the 34 migrations that the baseline replaced, and a commit that has them all. */
const lastBeforeBaseline = '2026-11-26-1-removals-at-commit';
const commitBeforeBaseline = '89cfef21';

/**
 * With `concurrently`, a migration runs outside any transaction, as `create index concurrently`
 * must. It must be safe to run again: a failed one leaves the effects of its first statements, and
 * an invalid index that has to be dropped first.
 */
export type AppMigration = Migration & { concurrently?: true };

/** Returns all migrations by file name, which is also their order. A released one never changes. */
export function readMigrations(): Promise<Record<string, AppMigration>> {
  const migrationFolder = path.join(import.meta.dirname, 'migrations');
  return new FileMigrationProvider({ fs, path, migrationFolder }).getMigrations();
}

/**
 * Brings the schema and the job queue's schema up to date and returns the names of the migrations
 * that ran. Several servers may call it at once: the first one migrates, and the others wait. Each
 * migration has its own transaction, except those that run `concurrently`. Throws what the failing
 * migration threw, after which the earlier ones stay, and for a database older than the baseline.
 */
export async function migrate(pool: Pool, given?: Record<string, AppMigration>): Promise<string[]> {
  const migrations = given ?? (await readMigrations());
  const lock = await pool.connect();
  try {
    await waitForLock(lock);
    await adoptBaseline(lock);
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      // The tenth migration of a day comes after the ninth.
      nameComparator: (one, other) => one.localeCompare(other, 'en', { numeric: true }),
    });
    const pending = (await migrator.getMigrations()).filter(({ executedAt }) => !executedAt);
    for (const { name } of pending) {
      const disableTransactions = migrations[name]?.concurrently ?? false;
      const { error } = await migrator.migrateUp({ disableTransactions });
      if (error) throw error;
    }
    await migrateJobs({ pgPool: pool });
    return pending.map(({ name }) => name);
  } finally {
    await lock.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined);
    lock.release();
  }
}

/**
 * Polls, because a statement that waits for the lock keeps a snapshot, and an index that is built
 * concurrently waits until every older snapshot is gone.
 */
async function waitForLock(client: PoolClient): Promise<void> {
  const text = 'select pg_try_advisory_lock($1) as locked';
  while (!(await client.query(text, [migrationLock])).rows[0].locked) await delay(100);
}

/**
 * Records the baseline as run in a database that has all the migrations that it replaced. Such a
 * database may also have things that the baseline leaves out because nothing uses them anymore.
 */
async function adoptBaseline(client: PoolClient): Promise<void> {
  const { rows } = await client.query("select to_regclass('kysely_migration') as found");
  if (!rows[0].found) return;
  const ran = await client.query('select name from kysely_migration order by name');
  const names = new Set(ran.rows.map(({ name }) => name as string));
  if (names.size === 0 || names.has(baseline)) return;
  if (!names.has(lastBeforeBaseline)) {
    throw new Error(
      `This database is older than the first migration. Start commit ${commitBeforeBaseline} once, ` +
        'which brings it up to date, and then this version.',
    );
  }
  // One statement, so that a crash leaves either the old names or the new one.
  await client.query(
    `with replaced as (delete from kysely_migration where name < $1 returning name)
    update kysely_migration set name = $2 where name = $1`,
    [lastBeforeBaseline, baseline],
  );
}

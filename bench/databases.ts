import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { Client, type Pool } from 'pg';
import { createDatabase, createPool } from '@marketplace/db/database';
import { startEmbeddedPostgres } from '@marketplace/db/embedded/embedded-postgres';
import { migrate } from '@marketplace/db/migrate';
import { seedSynthetic } from '@marketplace/db/synthetic/synthetic';
import type { DB } from '@marketplace/db/types.generated';

/** A migrated database. */
export interface Database {
  url: string;
  pool: Pool;
  db: Kysely<DB>;
}

/**
 * Databases on a PostgreSQL server for the benchmarks. Those with synthetic listings outlive the
 * run, because filling them takes long.
 */
export interface Databases {
  /** Opens the database with `count` synthetic listings. Creates and fills it if necessary. */
  withListings(count: number): Promise<Database>;
  /**
   * Copies the database with `count` listings for a benchmark that changes data. Closes the pool of
   * the original.
   */
  copyOf(count: number): Promise<Database>;
  /** Creates an empty database. */
  empty(): Promise<Database>;
  close(): Promise<void>;
}

export async function openDatabases(log: (line: string) => void): Promise<Databases> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(import.meta.dirname, 'data') });
  const pools: Pool[] = [];
  const passing: string[] = [];
  const known = new Map<string, Promise<Database>>();

  const onServer = async (statement: string) => {
    const client = new Client({ connectionString: postgres.connectionString });
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const open = async (name: string): Promise<Database> => {
    const url = new URL(postgres.connectionString);
    url.pathname = `/${name}`;
    const pool = createPool({ connectionString: url.href, max: 10 }, (error) => log(error.message));
    pools.push(pool);
    await migrate(pool);
    return { url: url.href, pool, db: createDatabase(pool) };
  };
  const fill = async (name: string, count: number) => {
    const { rowCount } = await onServer(`select from pg_database where datname = '${name}'`);
    if (rowCount === 0) await onServer(`create database ${name}`);
    const database = await open(name);
    const { rows } = await database.pool.query('select count(*)::int as there from listings');
    const missing = count - rows[0].there;
    if (missing > 0) {
      log(`${name}: adding ${missing} listings`);
      await seedSynthetic(database.pool, { listings: missing, onProgress: () => undefined });
      await database.pool.query('vacuum analyze');
    }
    return database;
  };
  const withListings = (count: number) => {
    const name = `bench_${count}`;
    const database = known.get(name) ?? fill(name, count);
    known.set(name, database);
    return database;
  };
  const create = async (options: string) => {
    const name = `bench_${Date.now()}`;
    await onServer(`create database ${name} ${options}`);
    passing.push(name);
    return open(name);
  };
  return {
    withListings,
    async copyOf(count) {
      const { pool } = await withListings(count);
      // PostgreSQL copies a database only while nothing uses it, not even a stopped server.
      pools.splice(pools.indexOf(pool), 1);
      known.delete(`bench_${count}`);
      await pool.end();
      await onServer(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = 'bench_${count}'`,
      );
      return create(`template bench_${count} strategy file_copy`);
    },
    empty: () => create(''),
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
      for (const name of passing) await onServer(`drop database ${name} with (force)`);
      await postgres.stop();
    },
  };
}

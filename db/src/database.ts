import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import type { DB } from './types.generated.ts';

/** The database or a transaction on it: what every query function takes first. */
export type Db = Kysely<DB> | Transaction<DB>;

/**
 * A connection pool that survives lost connections: they are reported to `onError` and never end the
 * process. The pool does not listen to checked-out clients, so each gets a listener.
 */
export function createPool(config: PoolConfig, onError: (error: Error) => void): Pool {
  const pool = new Pool(config);
  // Connections may still be closing when the server stops.
  const report = (error: Error) => {
    if (!pool.ending) onError(error);
  };
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  return pool;
}

/** Kysely over `pool`, with camelCase names for the snake_case columns. */
export function createDatabase(pool: Pool): Kysely<DB> {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

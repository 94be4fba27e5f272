import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import type { DB } from './types.generated.ts';

/** The database or a transaction on it: what every query function takes first. */
export type Db = Kysely<DB> | Transaction<DB>;

/**
 * A connection pool that outlives its connections: the server ending one (restart, kill) is
 * reported to `onError` and never ends the process. A checked-out client has no listener of the
 * pool's, so each gets its own.
 */
export function createPool(config: PoolConfig, onError: (error: Error) => void): Pool {
  const pool = new Pool(config);
  // Connections may still be closing when the server that they lead to stops.
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

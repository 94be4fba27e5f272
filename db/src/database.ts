import { createHash } from 'node:crypto';
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
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
  pool.on('connect', (client) => {
    client.on('error', report);
    prepareMarked(client);
  });
  return pool;
}

/** Marks a statement that each connection plans once; see `prepared`. */
export const mark = '/* prepared */';

/**
 * For `modifyFront` of a select on a hot path: each connection then plans it once. Its text must take
 * few forms, since a connection keeps them all, and have no parameter on which the plan depends, such
 * as a limit or the condition of a partial index: those are literals.
 */
export const prepared = sql.raw(mark);

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/** Names the statements that are marked, which Kysely cannot. */
function prepareMarked(client: PoolClient): void {
  const send = client.query.bind(client) as (...query: unknown[]) => unknown;
  const query = (text: unknown, values?: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && text.includes(mark)
      ? send({ name: nameOf(text), text, values }, ...rest)
      : send(text, values, ...rest);
  client.query = query as PoolClient['query'];
}

/** Kysely over `pool`, with camelCase names for the snake_case columns. */
export function createDatabase(pool: Pool): Kysely<DB> {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

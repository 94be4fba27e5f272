import { createHash } from 'node:crypto';
import {
  CamelCasePlugin,
  type CompiledQuery,
  Kysely,
  PostgresDialect,
  type SelectQueryBuilder,
  sql,
  type Transaction,
} from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import type { DB } from './types.generated.ts';

/** The database or a transaction. Every query function takes it as its first argument. */
export type Db = Kysely<DB> | Transaction<DB>;

/** Creates a connection pool that survives lost connections and reports them to `onError`. */
export function createPool(config: PoolConfig, onError: (error: Error) => void): Pool {
  const pool = new Pool(config);
  // When the server stops, connections may close after the pool has ended.
  const report = (error: Error) => {
    if (!pool.ending) onError(error);
  };
  pool.on('error', report);
  pool.on('connect', (client) => {
    // A pool does not listen to clients that are checked out.
    client.on('error', report);
    prepareMarked(client);
  });
  return pool;
}

/** Marks a statement that each connection prepares under a name. */
export const mark = '/* prepared */';

const statements = new Map<string, CompiledQuery>();

/**
 * Runs a select on a hot path. The statement is built once for each `name` and set of given
 * `values`, undefined ones left out, and planned once per connection. All statements are cached
 * forever, so keep their number small. `build` must not read the values. `name` must vary with
 * everything else that changes the statement. Write limits and the conditions of partial indexes as
 * literals, because the plan depends on them. PostgreSQL may plan each call again, as it does for
 * search words, unless `planOnce` hides the values from the planner. Non-text values then need a
 * cast, and none may be an array.
 */
export async function runPrepared<Values extends object, Row>(
  db: Db,
  { name, values, planOnce = false }: { name: string; values: Values; planOnce?: boolean },
  build: (values: Values) => SelectQueryBuilder<DB, never, Row>,
): Promise<Row[]> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const key = [name, ...given.map(([column]) => column)].join(' ');
  const compile = () => {
    const places = Object.fromEntries(given.map(([column]) => [column, Symbol(column)])) as Values;
    const compiled = build(places).modifyFront(sql.raw(mark)).compile();
    // The planner does not know the result of a sub-select.
    const text = planOnce ? compiled.sql.replace(/\$\d+(::\w+)?/g, '(select $&)') : compiled.sql;
    return { ...compiled, sql: text };
  };
  const statement = statements.get(key) ?? compile();
  statements.set(key, statement);
  const parameters = statement.parameters.map((parameter) =>
    typeof parameter === 'symbol' ? values[parameter.description as keyof Values] : parameter,
  );
  const { rows } = await db.executeQuery<Row>({ ...statement, parameters });
  return rows;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/** Gives the marked statements a name, so that they are prepared. Kysely cannot name statements. */
function prepareMarked(client: PoolClient): void {
  const send = client.query.bind(client) as (...query: unknown[]) => unknown;
  const query = (text: unknown, values?: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && text.includes(mark)
      ? send({ name: nameOf(text), text, values }, ...rest)
      : send(text, values, ...rest);
  client.query = query as PoolClient['query'];
}

/** Creates a Kysely instance on `pool`. It maps snake_case columns to camelCase names. */
export function createDatabase(pool: Pool): Kysely<DB> {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

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

/**
 * Creates a connection pool that survives lost connections and reports them to `onError`. A pool
 * does not listen to checked-out clients, so each client gets a listener.
 */
export function createPool(config: PoolConfig, onError: (error: Error) => void): Pool {
  const pool = new Pool(config);
  // When the server stops, connections may close after the pool has ended.
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

/** Marks a statement that each connection prepares under a name. */
export const mark = '/* prepared */';

/** A placeholder for the value of this name while a statement is built. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const statements = new Map<string, CompiledQuery>();

/** A statement's name and its values. Undefined values are left out. */
interface Prepared<Values> {
  name: string;
  values: Values;
  /** Hides the values from the planner. Non-text values need a cast, and none may be an array. */
  planOnce?: boolean;
}

/**
 * Runs a select on a hot path. The statement is built once for each `name` and set of given
 * `values`, and planned once per connection. All statements are cached forever, so keep their
 * number small. `build` must not read the values. `name` must vary with everything else that
 * changes the statement. Write limits and the conditions of partial indexes as literals, because
 * the plan depends on them. Without `planOnce`, PostgreSQL may plan each call again, as it does for
 * search words.
 */
export async function runPrepared<Values extends object, Row>(
  db: Db,
  { name, values, planOnce = false }: Prepared<Values>,
  build: (values: Values) => SelectQueryBuilder<DB, never, Row>,
): Promise<Row[]> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const key = [name, ...given.map(([column]) => column)].join(' ');
  const placeholders = () =>
    Object.fromEntries(given.map(([column]) => [column, new Placeholder(column)])) as Values;
  const compile = () => {
    const compiled = build(placeholders()).modifyFront(sql.raw(mark)).compile();
    return planOnce ? { ...compiled, sql: hideValues(compiled.sql) } : compiled;
  };
  const statement = statements.get(key) ?? compile();
  statements.set(key, statement);
  const parameters = statement.parameters.map((parameter) =>
    parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
  );
  const { rows } = await db.executeQuery<Row>({ ...statement, parameters });
  return rows;
}

/** Wraps each value in a sub-select, whose result the planner does not know. */
function hideValues(text: string): string {
  return text.replace(/\$\d+(::\w+)?/g, '(select $&)');
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

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

/** Marks the text of a statement that each connection is to prepare under a name. */
export const mark = '/* prepared */';

/** Stands for a value of this name while a statement is built. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const statements = new Map<string, CompiledQuery>();

/** A statement and its values; undefined ones are left out. */
interface Prepared<Values> {
  name: string;
  values: Values;
  /** The planner does not see the values. Those that are not text need a cast, and none may be an array. */
  planOnce?: boolean;
}

/**
 * Runs a select of a hot path, which is built once for each `name` and set of given `values`, and
 * planned once by each connection. So these must be few, as all are kept. `build` may put the values
 * into the statement but not look into them. On what is no value, `name` depends; and limits and
 * conditions of partial indexes are literals, as the plan depends on them. Without `planOnce` PostgreSQL
 * still plans at each call where it hopes to gain by the values, as it does for words.
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

/** The statement with each value in a sub-select, whose result the planner does not know. */
function hideValues(text: string): string {
  return text.replace(/\$\d+(::\w+)?/g, '(select $&)');
}

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

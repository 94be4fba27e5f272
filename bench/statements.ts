import type { CompiledQuery } from 'kysely';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import type { DB } from '@marketplace/db/types.generated';
import { listListings, type ListQuery } from '@marketplace/server/features/listings/browse';
import { createCoalesce } from '@marketplace/server/platform/coalesce';
import type { Database } from './databases.ts';

export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** The statements that a visitor's list runs in the database, transactions left out. */
export async function statementsOf(
  { pool }: Database,
  query: Partial<ListQuery>,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const note = ({ sql, parameters }: CompiledQuery) => {
    statements.push({ text: sql, values: parameters });
  };
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => note(query),
  });
  await listListings({ db, coalesce: createCoalesce() }, null, { limit: 24, ...query });
  return statements.filter(({ text }) => !/^(begin|commit|rollback)/i.test(text));
}

import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';

/** Tables that count tries, even refused ones. */
const leftOut = ['rate_limits', 'pending_sign_ins', 'sign_in_failures', 'sign_ins'];
/** Columns that are written later for users with an open page. */
const notedLater = ['last_seen_at', 'delivered_seq'];

type Digests = Record<string, string>;

/**
 * Returns a function that returns a digest of the rows of each table and of the queued jobs, by
 * table name.
 */
export async function createTableDigests(db: Db): Promise<() => Promise<Digests>> {
  const tables = await sql<{ name: string; isNoted: boolean }>`
    select table_name as name, exists (
      select from information_schema.columns c
      where c.table_schema = t.table_schema and c.table_name = t.table_name
        and column_name = any (${notedLater}::text[])
    ) as "isNoted"
    from information_schema.tables t
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name <> all (${leftOut}::text[])
    union all select 'graphile_worker._private_jobs', false`.execute(db);
  const digests = tables.rows.map(({ name, isNoted }) => {
    // A written row has another place and transaction, which are quicker to read than its values.
    const row = isNoted
      ? sql`hashtextextended((to_jsonb(t) - ${notedLater}::text[])::text, 0)`
      : sql`hash_record_extended((t.ctid, t.xmin), 0)`;
    return sql`select ${name}::text as name,
      (select sum(${row})::text from ${sql.table(name)} t) as digest`;
  });
  const all = sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`;
  return async () => {
    const { rows } = await all.execute(db);
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  };
}

export function differingTables(before: Digests, after: Digests): string[] {
  return Object.keys(after).filter((name) => after[name] !== before[name]);
}

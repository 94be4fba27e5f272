import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';

/** Counts tries, refused ones too. */
const leftOut = ['rate_limits', 'pending_sign_ins', 'sign_in_failures'];
/** Written for people who have a page open, some time later. */
const notedLater = ['last_seen_at', 'delivered_seq'];

type Digests = Record<string, string>;

/** Gives a digest of the rows of each table, and of the jobs that wait, by the table's name. */
export async function createTableDigests(db: Db): Promise<() => Promise<Digests>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name <> all (${leftOut}::text[])
    union all select 'graphile_worker._private_jobs'`.execute(db);
  const digests = tables.rows.map(
    ({ name }) => sql`select ${name}::text as name, (
      select sum(hashtextextended((to_jsonb(t) - ${notedLater}::text[])::text, 0))::text
      from ${sql.table(name)} t
    ) as digest`,
  );
  const all = sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`;
  return async () => {
    const { rows } = await all.execute(db);
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  };
}

/** The tables whose rows are other ones in the one than in the other. */
export function differingTables(before: Digests, after: Digests): string[] {
  return Object.keys(after).filter((name) => after[name] !== before[name]);
}

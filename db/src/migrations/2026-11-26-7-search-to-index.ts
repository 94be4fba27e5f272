import { type Kysely, sql } from 'kysely';

export const concurrently = true;

/** Finds rows that still need indexing without a scan. Both indexes are nearly empty once all rows are indexed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['listings', 'standing_searches']) {
    const index = sql.ref(`${table}_to_index`);
    await sql`drop index concurrently if exists ${index}`.execute(db);
    await sql`create index concurrently ${index} on ${sql.ref(table)} (id)
      where search_version < 1`.execute(db);
  }
}

import { type Kysely, sql } from 'kysely';

export const concurrently = true;

/** What is to be indexed again is found at once; both indexes are nearly empty when all is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['listings', 'standing_searches']) {
    const index = sql.ref(`${table}_to_index`);
    await sql`drop index concurrently if exists ${index}`.execute(db);
    await sql`create index concurrently ${index} on ${sql.ref(table)} (id)
      where search_version < 1`.execute(db);
  }
}

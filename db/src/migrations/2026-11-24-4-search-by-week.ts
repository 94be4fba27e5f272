import { type Kysely, sql } from 'kysely';

export const concurrently = true;

/**
 * The newest listings with a word that few have are found week by week: without the week, all with the
 * word are fetched to look at their age. New listings go into the index at once, as each week that is looked at
 * would read through the list of pending ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index concurrently if exists listings_search_by_week`.execute(db);
  await sql`create index concurrently listings_search_by_week on listings
    using gin (search, category, town, date_trunc('week', created_at at time zone 'UTC'))
    with (fastupdate = off) where deleted_at is null`.execute(db);
  await sql`drop index concurrently if exists listings_search_in_category`.execute(db);
}

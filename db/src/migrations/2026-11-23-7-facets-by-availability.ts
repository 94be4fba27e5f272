import { type Kysely, sql } from 'kysely';

export const concurrently = true;

/** The counts of options are of available listings, reserved ones or both, and never read the table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index concurrently if exists listings_facets_by_availability`.execute(db);
  await sql`create index concurrently listings_facets_by_availability
    on listings (price, category, condition, county, town, availability)
    where deleted_at is null and visible`.execute(db);
  await sql`drop index concurrently if exists listings_facets`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/** Indexes for the filters by kind and by photos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The counts of options never read the table, whatever they are filtered by.
  await sql`drop index listings_facets`.execute(db);
  await sql`create index listings_facets
    on listings (price, category, condition, county, town, availability, kind, has_photo)
    where deleted_at is null and visible`.execute(db);
  // Few at a time: found without the others.
  await sql`create index listings_wanted on listings (created_at desc, id desc)
    where kind = 'wanted' and deleted_at is null and visible`.execute(db);
}

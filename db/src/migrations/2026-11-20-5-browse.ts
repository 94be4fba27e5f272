import { type Kysely, sql } from 'kysely';

/**
 * Orders by price and counts of options. The filters' indexes now also hold what is hidden, which
 * admins see: without them their lists would be read from the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index listings_by_category, listings_by_town, listings_by_county,
    listings_featured`.execute(db);
  await sql`create index listings_by_category on listings (category, created_at desc, id desc)
    where deleted_at is null`.execute(db);
  await sql`create index listings_by_town on listings (town, created_at desc, id desc)
    where deleted_at is null`.execute(db);
  await sql`create index listings_by_county on listings (county, created_at desc, id desc)
    where deleted_at is null`.execute(db);
  await sql`create index listings_featured on listings (created_at desc, id desc)
    where deleted_at is null and is_featured`.execute(db);

  // Newest first among equal prices, both up and down: hence the negative price.
  await sql`create index listings_by_price on listings (price desc, created_at desc, id desc)
    where deleted_at is null`.execute(db);
  await sql`create index listings_by_low_price on listings ((-price) desc, created_at desc, id desc)
    where deleted_at is null`.execute(db);

  // All that the counts of options need, so that they never read the table.
  await sql`create index listings_facets on listings (price, category, condition, county, town)
    where deleted_at is null and visible`.execute(db);
}

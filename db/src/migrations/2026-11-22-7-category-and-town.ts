import { type Kysely, sql } from 'kysely';

export const concurrently = true;

/**
 * The order of a list, after the category and town that it is of: 25 rows are read for a page of 24, from
 * the index alone. For the last order that takes the price itself, from which the order is computed.
 */
const columns = {
  listings_by_category_town: sql`(category, town, created_at desc, id desc)`,
  listings_by_category_town_price: sql`(category, town, price desc, created_at desc, id desc)`,
  listings_by_category_town_low_price: sql`
    (category, town, (-price) desc, created_at desc, id desc) include (price)`,
};

/** Lists of a category in a town, in each order. Other pairs of filters are rare or read few rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, ofName] of Object.entries(columns)) {
    await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
    await sql`create index concurrently ${sql.ref(name)} on listings ${ofName}
      where deleted_at is null and visible`.execute(db);
  }
}

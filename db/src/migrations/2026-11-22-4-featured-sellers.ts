import { type Kysely, sql } from 'kysely';

export const concurrently = true;

/** All that choosing the featured row needs, so that it never reads the table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index concurrently if exists listings_featured_by_seller`.execute(db);
  await sql`create index concurrently listings_featured_by_seller
    on listings (seller_id, created_at desc, id desc)
    where deleted_at is null and visible and is_featured`.execute(db);
}

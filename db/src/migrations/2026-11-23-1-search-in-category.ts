import { type Kysely, sql } from 'kysely';

export const concurrently = true;

/**
 * A word in a category or town is found by the index alone: without their columns, each listing with the
 * word is fetched to look at its category. The words of a listing stay in its row, so that each is
 * read with one page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists btree_gin`.execute(db);
  await sql`alter table listings alter column search set storage main`.execute(db);
  await sql`drop index concurrently if exists listings_search_in_category`.execute(db);
  // Also holds what is hidden, for admins. Every search reads through the list of pending entries: 256 kB at most.
  await sql`create index concurrently listings_search_in_category on listings
    using gin (search, category, town)
    with (gin_pending_list_limit = 256) where deleted_at is null`.execute(db);
  await sql`drop index concurrently if exists listings_search`.execute(db);
}

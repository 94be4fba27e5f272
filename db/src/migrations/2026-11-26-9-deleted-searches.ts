import { type Kysely, sql } from 'kysely';

/**
 * Deletes the matches of a deleted search by a trigger instead of a foreign key, which looked up the
 * search again for each of the hundred matches of a new listing. Matching locks its searches, so none
 * is deleted before its matches are stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search_matches drop constraint search_matches_search_id_fkey`.execute(db);
  await sql`
    create function delete_search_matches() returns trigger language plpgsql as $$
    begin
      delete from search_matches where search_id = old.id;
      return null;
    end $$`.execute(db);
  await sql`create trigger standing_searches_deleted after delete on standing_searches
    for each row execute function delete_search_matches()`.execute(db);
}

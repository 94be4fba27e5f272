import { type Kysely, sql } from 'kysely';

/**
 * What titles say, for suggestions while a search is typed: words and phrases, and how many sellers use each.
 * A job fills it, so that posting does not wait for it. Its collation makes the key an index of beginnings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_phrases (
      phrase text collate "C" primary key check (length(phrase) between 2 and 60),
      uses integer not null check (uses > 0)
    )`.execute(db);
}

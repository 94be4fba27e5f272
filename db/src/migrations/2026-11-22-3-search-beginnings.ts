import { type Kysely, sql } from 'kysely';

/** Unaccents the beginnings of words as listings are unaccented, but without stemming. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create text search configuration marketplace_beginnings (copy = simple)`.execute(db);
  await sql`alter text search configuration marketplace_beginnings
    alter mapping for hword, hword_part, word with unaccent, simple`.execute(db);
}

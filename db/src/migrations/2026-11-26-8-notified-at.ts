import { type Kysely, sql } from 'kysely';

/**
 * Renames a column, and drops a table that databases from before the baseline may have. Two jobs of
 * the previous version use these: while it still runs, they fail and run again later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table favorites rename column told_at to notified_at`.execute(db);
  await sql`drop table if exists sign_in_codes`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/** The time of the newest message of a user, so that no other conversation gets a message at the same time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table feeds add column newest_at timestamptz(3)`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/** The town that users name as theirs, as listings store a location: 'Troy, NY'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column town text`.execute(db);
}

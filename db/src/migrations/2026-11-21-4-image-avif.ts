import { type Kysely, sql } from 'kysely';

/** Whether the files of an image are there as AVIF too, which is made after the upload. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table images add column avif boolean not null default false`.execute(db);
}

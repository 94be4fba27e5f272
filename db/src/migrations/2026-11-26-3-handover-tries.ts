import { type Kysely, sql } from 'kysely';

/** Wrong tries of hand-over codes. A conversation without any has no row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `replaced` counts the earlier codes that ended after too many wrong tries.
  await sql`
    create table handover_codes (
      conversation_id uuid primary key references conversations on delete cascade,
      wrong_tries integer not null default 0 check (wrong_tries >= 0),
      replaced integer not null default 0 check (replaced >= 0)
    )`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/** Listings that people saved. `told_at`: when they were last notified of a lower price. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table favorites (
      user_id uuid not null references users on delete cascade,
      listing_id uuid not null references listings on delete cascade,
      created_at timestamptz(3) not null default now(),
      told_at timestamptz(3),
      primary key (user_id, listing_id)
    )`.execute(db);
  await sql`create index favorites_newest
    on favorites (user_id, created_at desc, listing_id desc)`.execute(db);
  await sql`create index favorites_by_listing on favorites (listing_id, user_id)`.execute(db);
}

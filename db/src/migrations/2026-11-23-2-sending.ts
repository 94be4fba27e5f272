import { type Kysely, sql } from 'kysely';

/** Each statement locks one table, and only for a moment. */
export const concurrently = true;

/**
 * Lets a message change no indexed column of the rows that it updates, so that PostgreSQL updates them in
 * place, and counts its sender's limit in a row that it updates anyway.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The order of the admins' list: last_message_at, at most ten minutes behind.
  await sql`alter table conversations
    add column if not exists listed_at timestamptz(3) not null default now()`.execute(db);
  // Room on each page for the next version of its rows.
  await sql`alter table conversations set (fillfactor = 70)`.execute(db);
  // The conversation that comes first in the user's list; null where that is not known.
  await sql`alter table feeds
    add column if not exists newest_conversation_id uuid,
    add column if not exists sent_in_minute integer not null default 0,
    add column if not exists minute_ends_at timestamptz(3)`.execute(db);
  // Every insert of events locks the user's row in feeds first, so the user exists.
  await sql`alter table feed_events
    drop constraint if exists feed_events_user_id_fkey`.execute(db);
  await sql`update conversations set listed_at = last_message_at
    where listed_at > last_message_at`.execute(db);
  await sql`drop index concurrently if exists conversations_listed`.execute(db);
  await sql`create index concurrently conversations_listed
    on conversations (listed_at desc, id desc)`.execute(db);
  await sql`drop index concurrently if exists conversations_newest`.execute(db);
}

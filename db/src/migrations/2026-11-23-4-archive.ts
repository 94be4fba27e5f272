import { type Kysely, sql } from 'kysely';

/** Each statement locks one table, and only for a moment. */
export const concurrently = true;

/** Lets each of the two people put a conversation away, and keeps both of their lists in order by index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversation_participants
    add column if not exists archived boolean not null default false`.execute(db);
  await sql`drop index concurrently if exists conversation_participants_listed`.execute(db);
  await sql`create index concurrently conversation_participants_listed on conversation_participants
    (user_id, archived, last_message_at desc, conversation_id desc)`.execute(db);
  // In its place, so that a message changes no more indexes than before.
  await sql`drop index concurrently if exists conversation_participants_newest`.execute(db);
}

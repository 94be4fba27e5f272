import { type Kysely, sql } from 'kysely';

export const concurrently = true;

/**
 * Adds requests and warnings. A conversation is a request for the person to whom a new account wrote
 * first, until they accept or answer it.
 *
 * `warning` is the topic that a message's reader is warned about. `text_hash` is a hash of the
 * folded text. Only the first message of a conversation by an account of low standing has one, so
 * that other messages do not touch the index that finds texts sent to many people.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conversation_participants
      add column if not exists is_request boolean not null default false`.execute(db);
  await sql`drop index concurrently if exists conversation_participants_requests`.execute(db);
  await sql`create index concurrently conversation_participants_requests
    on conversation_participants (user_id, archived, last_message_at desc, conversation_id desc)
    where is_request`.execute(db);

  await sql`
    alter table messages
      add column if not exists warning text
        check (warning in ('payment', 'codes', 'couriers', 'other')),
      add column if not exists text_hash bigint`.execute(db);
  await sql`drop index concurrently if exists messages_by_text`.execute(db);
  await sql`create index concurrently messages_by_text
    on messages (sender_id, text_hash, created_at) where text_hash is not null`.execute(db);
}

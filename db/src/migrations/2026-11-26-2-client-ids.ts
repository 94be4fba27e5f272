import { type Kysely, sql } from 'kysely';

export const concurrently = true;

/**
 * Clients give an id to what they create, so that a call that arrives twice creates one thing. API tokens
 * store a keyed hash of the id, because their secret is derived from it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table listings add column if not exists client_id uuid`.execute(db);
  await sql`drop index concurrently if exists listings_client_id_key`.execute(db);
  await sql`create unique index concurrently listings_client_id_key
    on listings (seller_id, client_id) where client_id is not null`.execute(db);

  await sql`alter table api_tokens add column if not exists client_hash bytea`.execute(db);
  await sql`drop index concurrently if exists api_tokens_client_hash_key`.execute(db);
  await sql`create unique index concurrently api_tokens_client_hash_key
    on api_tokens (user_id, client_hash)`.execute(db);
}

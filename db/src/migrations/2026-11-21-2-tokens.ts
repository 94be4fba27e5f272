import { type Kysely, sql } from 'kysely';

/** Personal API tokens. Users who are deactivated or deleted lose theirs for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_tokens (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      name text not null check (length(name) between 1 and 60),
      scope text not null check (scope in ('read', 'write')),
      token_hash bytea not null constraint api_tokens_token_hash_key unique,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3)
    )`.execute(db);
  await sql`create index api_tokens_by_user on api_tokens (user_id, created_at desc)`.execute(db);

  await sql`
    create function drop_api_tokens() returns trigger language plpgsql as $$
    begin
      delete from api_tokens where user_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger users_gone after update of deactivated_at, deleted_at on users
    for each row when (new.deactivated_at is not null or new.deleted_at is not null)
    execute function drop_api_tokens()`.execute(db);
}

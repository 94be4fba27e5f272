import { type Kysely, sql } from 'kysely';

/** Users, their sessions and devices, pending sign-ins, and the counters of the shared rate limits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create extension if not exists unaccent`.execute(db);
  await sql`create extension if not exists fuzzystrmatch`.execute(db);

  await sql`
    create table users (
      id uuid primary key default gen_random_uuid(),
      email text not null constraint users_email_key unique
        check (email = lower(email) and email like '%_@_%' and length(email) <= 254),
      username text not null check (length(username) between 1 and 40),
      first_name text check (length(first_name) between 1 and 60),
      last_name text check (length(last_name) between 1 and 60),
      avatar_image_id uuid,
      is_admin boolean not null default false,
      membership_tier text not null default 'free' check (membership_tier in ('free', 'premium')),
      can_use_paypal boolean not null default false,
      rating_sum integer not null default 0 check (rating_sum >= 0),
      rating_count integer not null default 0 check (rating_count >= 0),
      show_presence boolean not null default true,
      last_seen_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      deactivated_at timestamptz(3),
      deleted_at timestamptz(3)
    )`.execute(db);
  await sql`create unique index users_username_key on users (lower(username))`.execute(db);
  await sql`create index users_newest on users (created_at desc, id desc)`.execute(db);
  await sql`create index users_active_admins on users (id)
    where is_admin and deactivated_at is null and deleted_at is null`.execute(db);

  await sql`
    create table sessions (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      token_hash bytea not null constraint sessions_token_hash_key unique,
      user_agent text not null default '' check (length(user_agent) <= 300),
      created_at timestamptz(3) not null default now(),
      last_seen_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index sessions_by_user on sessions (user_id)`.execute(db);
  await sql`create index sessions_by_expiry on sessions (expires_at)`.execute(db);

  await sql`
    create table trusted_devices (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      token_hash bytea not null constraint trusted_devices_token_hash_key unique,
      user_agent text not null default '' check (length(user_agent) <= 300),
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index trusted_devices_by_user on trusted_devices (user_id)`.execute(db);
  await sql`create index trusted_devices_by_expiry on trusted_devices (expires_at)`.execute(db);

  // One pending sign-in per address: a new code replaces the old one by the primary key.
  await sql`
    create table sign_in_codes (
      email text primary key check (email = lower(email)),
      token_hash bytea not null constraint sign_in_codes_token_hash_key unique,
      browser_hash bytea not null,
      code_hash bytea not null,
      wrong_tries smallint not null default 0 check (wrong_tries >= 0),
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index sign_in_codes_by_expiry on sign_in_codes (expires_at)`.execute(db);

  // expire is in epoch milliseconds. Losing the table in a crash is harmless.
  await sql`
    create unlogged table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db);
  await sql`create index rate_limits_by_expiry on rate_limits (expire)`.execute(db);
}

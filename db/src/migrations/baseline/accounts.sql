-- Users, how they sign in, and what they are signed in with.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;
create extension if not exists btree_gin;

-- The sum and count of ratings are stored so that no list has to add them up.
create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null constraint users_email_key unique
    check (email = lower(email) and email like '%_@_%' and length(email) <= 254),
  username text not null check (length(username) between 1 and 40),
  first_name text check (length(first_name) between 1 and 60),
  last_name text check (length(last_name) between 1 and 60),
  -- As listings store a location: 'Troy, NY'.
  town text,
  avatar_image_id uuid,
  is_admin boolean not null default false,
  membership_tier text not null default 'free' check (membership_tier in ('free', 'premium')),
  can_use_paypal boolean not null default false,
  rating_sum integer not null default 0 check (rating_sum >= 0),
  rating_count integer not null default 0 check (rating_count >= 0),
  show_presence boolean not null default true,
  mail_messages boolean not null default true,
  mail_reviews boolean not null default true,
  mail_deals boolean not null default true,
  mail_alerts boolean not null default true,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  deactivated_at timestamptz(3),
  deleted_at timestamptz(3)
);
create unique index users_username_key on users (lower(username));
create index users_newest on users (created_at desc, id desc);
create index users_active_admins on users (id)
  where is_admin and deactivated_at is null and deleted_at is null;
-- Admins search for users by any part of an address or a name.
create index users_search on users using gin ((
  email || ' ' || username || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')
) gin_trgm_ops);

-- device_id has no foreign key, because a session outlives a device that its user forgets.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  device_id uuid,
  token_hash bytea not null constraint sessions_token_hash_key unique,
  user_agent text not null default '' check (length(user_agent) <= 300),
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

-- The cookie of a trusted device changes at each use. Its first part, the family, never changes and
-- finds the device when a copied, older cookie comes back.
create table trusted_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null constraint trusted_devices_token_hash_key unique,
  family_hash bytea constraint trusted_devices_family_hash_key unique,
  previous_hash bytea,
  rotated_at timestamptz(3),
  user_agent text not null default '' check (length(user_agent) <= 300),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index trusted_devices_by_user on trusted_devices (user_id);
create index trusted_devices_by_expiry on trusted_devices (expires_at);

-- Codes that were sent and not used yet. A new code replaces the browser's old one by the primary key.
create table pending_sign_ins (
  email text not null check (email = lower(email)),
  browser_hash bytea not null,
  network_hash bytea not null,
  token_hash bytea not null constraint pending_sign_ins_token_hash_key unique,
  code_hash bytea not null,
  wrong_tries smallint not null default 0 check (wrong_tries >= 0),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (email, browser_hash)
);
create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at);

-- The address is hashed because most of these addresses never had an account.
create table sign_in_failures (
  address_hash bytea primary key,
  failures integer not null check (failures > 0),
  delays integer not null default 0 check (delays >= 0),
  last_failed_at timestamptz(3) not null default now(),
  next_try_at timestamptz(3)
);
create index sign_in_failures_by_age on sign_in_failures (last_failed_at);

create table api_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 60),
  scope text not null check (scope in ('read', 'write')),
  token_hash bytea not null constraint api_tokens_token_hash_key unique,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index api_tokens_by_user on api_tokens (user_id, created_at desc);

-- Users who are deactivated or deleted lose their tokens for good, even if they are reactivated.
create function drop_api_tokens() returns trigger language plpgsql as $$
begin
  delete from api_tokens where user_id = new.id;
  return null;
end $$;
create trigger users_gone after update of deactivated_at, deleted_at on users
  for each row when (new.deactivated_at is not null or new.deleted_at is not null)
  execute function drop_api_tokens();

-- The columns are those of the rate limiter's library; expire is in epoch milliseconds. The table is
-- unlogged because losing it in a crash is harmless.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_expiry on rate_limits (expire);

import { type Kysely, sql } from 'kysely';

/**
 * Adds passkeys, authenticator apps and recovery codes.
 *
 * `users.has_factor` repeats whether the user has a passkey or a confirmed authenticator app, so that
 * the statement that finds a session reads no other table. `users.admin_since` is the beginning of an
 * admin's grace, for existing admins the time of this migration. `sessions.confirmed_at` is the last
 * time that a second factor was proved in the session.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users
    add column has_factor boolean not null default false,
    add column admin_since timestamptz(3)`.execute(db);
  await sql`update users set admin_since = now() where is_admin`.execute(db);
  await sql`
    create function note_admin_since() returns trigger language plpgsql as $$
    begin
      new.admin_since := case when new.is_admin then coalesce(new.admin_since, now()) end;
      return new;
    end $$`.execute(db);
  await sql`create trigger users_admin_since before insert or update of is_admin on users
    for each row execute function note_admin_since()`.execute(db);
  await sql`alter table users
    add constraint users_admin_since_check check (not is_admin or admin_since is not null)`.execute(
    db,
  );
  await sql`alter table sessions add column confirmed_at timestamptz(3)`.execute(db);
  await sql`
    create table passkeys (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      credential_id bytea not null constraint passkeys_credential_id_key unique
        check (length(credential_id) between 1 and 1023),
      public_key bytea not null,
      counter bigint not null check (counter >= 0),
      name text not null check (length(name) between 1 and 60),
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3)
    )`.execute(db);
  await sql`create index passkeys_by_user on passkeys (user_id, created_at, id)`.execute(db);
  // A code of a time step is refused from the next use on, so last_step only grows. An app without
  // confirmed_at is not in use yet.
  await sql`
    create table authenticator_apps (
      user_id uuid primary key references users on delete cascade,
      sealed_secret text not null,
      last_step integer not null default 0,
      created_at timestamptz(3) not null default now(),
      confirmed_at timestamptz(3)
    )`.execute(db);
  await sql`
    create table recovery_codes (
      user_id uuid not null references users on delete cascade,
      code_hash bytea not null,
      primary key (user_id, code_hash)
    )`.execute(db);
  // Challenges that no passkey has signed yet. Those for a sign-in have no user.
  await sql`
    create table passkey_challenges (
      challenge_hash bytea primary key,
      browser_hash bytea not null,
      user_id uuid references users on delete cascade,
      expires_at timestamptz(3) not null
    )`.execute(db);
  await sql`create index passkey_challenges_by_expiry on passkey_challenges (expires_at)`.execute(
    db,
  );
  await sql`create index passkey_challenges_by_user on passkey_challenges (user_id)`.execute(db);
}

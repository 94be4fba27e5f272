import { type Kysely, sql } from 'kysely';

/**
 * Pending sign-ins by address and browser, in place of one for each address. `sign_in_codes` stays
 * for the previous version, which may still serve.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
    )`.execute(db);
  await sql`create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at)`.execute(db);

  // The address is hashed because most of these addresses never had an account.
  await sql`
    create table sign_in_failures (
      address_hash bytea primary key,
      failures integer not null check (failures > 0),
      delays integer not null default 0 check (delays >= 0),
      last_failed_at timestamptz(3) not null default now(),
      next_try_at timestamptz(3)
    )`.execute(db);
  await sql`create index sign_in_failures_by_age on sign_in_failures (last_failed_at)`.execute(db);
}

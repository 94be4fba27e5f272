import { type Kysely, sql } from 'kysely';

/**
 * Web push: the keys by which push services know this server, one pair for all instances, and the
 * browsers that asked for notifications. A subscription ends with its session.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_keys (
      only_row boolean primary key default true check (only_row),
      public_key text not null,
      sealed_private_key text not null
    )`.execute(db);
  await sql`
    create table push_subscriptions (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      session_id uuid not null constraint push_subscriptions_session_key unique
        references sessions on delete cascade,
      endpoint text not null constraint push_subscriptions_endpoint_key unique,
      p256dh text not null,
      auth text not null,
      kinds text[] not null,
      details boolean not null,
      failures integer not null default 0,
      retry_at timestamptz(3),
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index push_subscriptions_by_user
    on push_subscriptions (user_id, created_at desc)`.execute(db);
}

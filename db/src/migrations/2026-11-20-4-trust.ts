import { type Kysely, sql } from 'kysely';

/** Reviews, reports, the audit log and notifications. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // reviewer_id becomes null when its author deletes the account: the review stays without a name.
  await sql`
    create table reviews (
      id uuid primary key default gen_random_uuid(),
      seller_id uuid not null references users on delete cascade,
      reviewer_id uuid references users on delete set null,
      listing_id uuid not null references listings,
      rating smallint not null check (rating between 1 and 5),
      comment text check (length(comment) between 1 and 500),
      reply text check (length(reply) between 1 and 500),
      replied_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      constraint reviews_once_key unique (reviewer_id, seller_id, listing_id),
      constraint reviews_not_oneself check (reviewer_id <> seller_id)
    )`.execute(db);
  await sql`create index reviews_by_seller on reviews
    (seller_id, created_at desc, id desc)`.execute(db);

  await sql`
    create table reports (
      id uuid primary key default gen_random_uuid(),
      reporter_id uuid references users on delete set null,
      target_type text not null check (target_type in ('listing', 'message', 'review', 'user')),
      target_id uuid not null,
      reason text not null check (length(reason) between 1 and 60),
      comment text check (length(comment) between 1 and 1000),
      evidence jsonb,
      status text not null default 'open' check (status in ('open', 'decided')),
      claimed_by uuid references users on delete set null,
      claimed_at timestamptz(3),
      decision text,
      decided_by uuid references users on delete set null,
      decided_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      constraint reports_once_key unique (reporter_id, target_type, target_id)
    )`.execute(db);
  await sql`create index reports_open on reports (created_at desc, id desc)
    where status = 'open'`.execute(db);
  await sql`create index reports_by_target on reports (target_type, target_id)`.execute(db);

  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      actor_id uuid references users on delete set null,
      action text not null,
      target_type text not null,
      target_id uuid,
      reason text,
      details jsonb,
      created_at timestamptz(3) not null default now()
    )`.execute(db);

  await sql`
    create table notifications (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      type text not null,
      data jsonb not null,
      read_at timestamptz(3),
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index notifications_newest on notifications
    (user_id, created_at desc, id desc)`.execute(db);
  await sql`create index notifications_by_age on notifications (created_at)`.execute(db);
}

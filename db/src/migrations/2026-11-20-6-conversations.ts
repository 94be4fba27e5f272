import { type Kysely, sql } from 'kysely';

/** Blocking, delivered marks, and mail for what stays unread. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table blocks (
      blocker_id uuid not null references users on delete cascade,
      blocked_id uuid not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      primary key (blocker_id, blocked_id),
      constraint blocks_not_oneself check (blocker_id <> blocked_id)
    )`.execute(db);
  await sql`create index blocks_by_blocked on blocks (blocked_id)`.execute(db);

  // Repeated here, so that a send, which locks this row, sees it: one of the two blocks the other.
  await sql`alter table conversations add column blocked boolean not null default false`.execute(
    db,
  );

  // hidden: its user blocks the other person, and its unread messages count nowhere.
  await sql`
    alter table conversation_participants
      add column hidden boolean not null default false,
      add column delivered_seq bigint not null default 0,
      add column mailed_seq bigint not null default 0`.execute(db);

  // When to look whether the user needs a mail; null while nothing is unread, or all of it was mailed.
  await sql`alter table feeds add column mail_due_at timestamptz(3)`.execute(db);
  await sql`create index feeds_mail_due on feeds (mail_due_at)
    where mail_due_at is not null`.execute(db);
  await sql`alter table users add column mail_messages boolean not null default true`.execute(db);

  await sql`
    alter table feed_events drop constraint feed_events_type_check,
      add constraint feed_events_type_check
        check (type in ('message', 'read', 'notification', 'conversation')) not valid`.execute(db);
  await sql`alter table feed_events validate constraint feed_events_type_check`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/**
 * Lets admins suspend accounts and ban mailboxes, write notes about people, and fill in reasons from
 * templates; and lets people see when an admin read one of their conversations.
 *
 * A suspension is over once `suspended_until` has passed. A job then shows the listings again and
 * clears the columns. A banned mailbox is stored as the keyed hash of its form without dots and plus
 * part, and belongs to the account that was deactivated. A conversation has one reading a day by
 * each admin, in the region's time zone. One that a report needed has the `case_id` of its case.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users
    add column suspended_until timestamptz(3),
    add column suspension_reason text check (length(suspension_reason) between 1 and 1000),
    add constraint users_suspension
      check ((suspended_until is null) = (suspension_reason is null))`.execute(db);
  await sql`create index users_by_suspension on users (suspended_until)
    where suspended_until is not null`.execute(db);
  await sql`
    create table banned_mailboxes (
      user_id uuid primary key references users on delete cascade,
      mailbox_hash bytea not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index banned_mailboxes_by_hash on banned_mailboxes (mailbox_hash)`.execute(db);
  await sql`
    create table admin_notes (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      author_id uuid references users on delete set null,
      client_id uuid not null,
      text text not null check (length(text) between 1 and 1000),
      created_at timestamptz(3) not null default now(),
      constraint admin_notes_client_id_key unique (author_id, client_id)
    )`.execute(db);
  await sql`create index admin_notes_by_user on admin_notes (user_id, created_at desc, id desc)`.execute(
    db,
  );
  await sql`
    create table conversation_readings (
      conversation_id uuid not null references conversations on delete cascade,
      reader_id uuid not null references users on delete cascade,
      day date not null default (now() at time zone 'America/New_York')::date,
      because text not null check (because in ('report', 'check')),
      case_id uuid references moderation_cases on delete set null,
      read_at timestamptz(3) not null default now(),
      primary key (conversation_id, day, reader_id)
    )`.execute(db);
  await sql`
    create table reason_templates (
      id uuid primary key default gen_random_uuid(),
      name text not null check (length(name) between 1 and 60),
      text text not null check (length(text) between 1 and 1000)
    )`.execute(db);
  await sql`create unique index reason_templates_name_key on reason_templates (lower(name))`.execute(
    db,
  );
  await sql`
    insert into reason_templates (name, text) values
      ('Prohibited item', 'This item can''t be sold here. Please read the list of prohibited items before you post again.'),
      ('Scam or fraud', 'This looks like an attempt to get money or personal data by deception.'),
      ('Payment outside the deal', 'Please don''t ask for deposits, gift cards, or transfers to people you haven''t met.'),
      ('Harassment', 'Please treat other people with respect. Insults and threats aren''t allowed.'),
      ('Repeated posts', 'Please post each item once, and renew your listing instead of posting it again.'),
      ('Misleading listing', 'The photos or the description don''t match the item.')`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/** Conversations, messages, and the feed that every open page of a user reads from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversations (
      id uuid primary key default gen_random_uuid(),
      listing_id uuid not null references listings,
      listing_title text not null,
      buyer_id uuid not null references users,
      seller_id uuid not null references users,
      last_seq bigint not null default 0,
      last_message text,
      last_sender_id uuid references users,
      last_message_at timestamptz(3) not null default now(),
      created_at timestamptz(3) not null default now(),
      constraint conversations_listing_buyer_key unique (listing_id, buyer_id),
      constraint conversations_two_people check (buyer_id <> seller_id)
    )`.execute(db);
  await sql`create index conversations_newest on conversations
    (last_message_at desc, id desc)`.execute(db);

  // last_message_at is repeated here so that one person's list comes in order from one index.
  await sql`
    create table conversation_participants (
      conversation_id uuid not null references conversations on delete cascade,
      user_id uuid not null references users,
      other_id uuid not null references users,
      read_seq bigint not null default 0,
      unread integer not null default 0 check (unread >= 0),
      last_message_at timestamptz(3) not null default now(),
      primary key (conversation_id, user_id)
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index conversation_participants_newest on conversation_participants
    (user_id, last_message_at desc, conversation_id desc)`.execute(db);

  await sql`
    create table messages (
      conversation_id uuid not null references conversations on delete cascade,
      seq bigint not null check (seq > 0),
      id uuid not null default gen_random_uuid() constraint messages_id_key unique,
      sender_id uuid not null references users,
      client_id uuid not null,
      content text not null check (length(content) between 1 and 4000),
      created_at timestamptz(3) not null default now(),
      primary key (conversation_id, seq),
      constraint messages_client_id_key unique (sender_id, client_id)
    )`.execute(db);
  await sql`create index messages_newest on messages (created_at desc, id desc)`.execute(db);

  // One row per user, locked while a position is allotted: positions have no gaps and commit in order.
  await sql`
    create table feeds (
      user_id uuid primary key references users on delete cascade,
      last_seq bigint not null default 0,
      unread integer not null default 0 check (unread >= 0)
    ) with (fillfactor = 50)`.execute(db);

  await sql`
    create table feed_events (
      user_id uuid not null references users on delete cascade,
      seq bigint not null,
      type text not null check (type in ('message', 'read', 'notification')),
      data jsonb not null,
      created_at timestamptz(3) not null default now(),
      primary key (user_id, seq)
    )`.execute(db);
  await sql`create index feed_events_by_age on feed_events using brin (created_at)`.execute(db);
}

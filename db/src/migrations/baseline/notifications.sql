-- What a user's open pages, notification center and devices receive.

-- One row per user. Events get their position under its lock, so positions have no gaps and commit in
-- order. mail_due_at: when an email about unread messages is due, null if none is. The limit of
-- messages in a minute is counted here, because sending a message updates the row anyway.
-- newest_conversation_id: the first conversation in the user's list, null if that is not known.
create table feeds (
  user_id uuid primary key references users on delete cascade,
  last_seq bigint not null default 0,
  unread integer not null default 0 check (unread >= 0),
  mail_due_at timestamptz(3),
  newest_conversation_id uuid,
  sent_in_minute integer not null default 0,
  minute_ends_at timestamptz(3)
) with (fillfactor = 50);
create index feeds_mail_due on feeds (mail_due_at) where mail_due_at is not null;

-- No foreign key: every insert locks the user's row in feeds first, so the user exists.
create table feed_events (
  user_id uuid not null,
  seq bigint not null,
  type text not null check (type in ('message', 'read', 'notification', 'conversation')),
  data jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, seq)
);
create index feed_events_by_age on feed_events using brin (created_at);

-- Unread notifications of one group are one row that counts them.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  type text not null,
  group_key text not null default gen_random_uuid()::text,
  count integer not null default 1 check (count > 0),
  data jsonb not null,
  read_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_by_age on notifications (created_at);
create unique index notifications_unread_group_key on notifications (user_id, group_key)
  where read_at is null;

-- The key pair by which push services know this marketplace, shared by all servers.
create table push_keys (
  only_row boolean primary key default true check (only_row),
  public_key text not null,
  sealed_private_key text not null
);

-- Browsers that show notifications. A subscription ends with its session.
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
);
create index push_subscriptions_by_user on push_subscriptions (user_id, created_at desc);

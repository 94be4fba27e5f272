-- Conversations between a buyer and a seller, their messages, and blocking.

-- last_seq numbers the messages. blocked is repeated from blocks, so that sending a message, which
-- locks this row, sees it. listed_at, the order of the admins' list, is at most ten minutes behind
-- last_message_at: a message then changes no indexed column, and PostgreSQL updates the row in place.
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
  listed_at timestamptz(3) not null default now(),
  blocked boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint conversations_listing_buyer_key unique (listing_id, buyer_id),
  constraint conversations_two_people check (buyer_id <> seller_id)
) with (fillfactor = 70);
create index conversations_listed on conversations (listed_at desc, id desc);

-- hidden: the user blocks the other person, and the unread messages count nowhere. last_message_at is
-- repeated so that a user's list comes in order from one index.
create table conversation_participants (
  conversation_id uuid not null references conversations on delete cascade,
  user_id uuid not null references users,
  other_id uuid not null references users,
  read_seq bigint not null default 0,
  delivered_seq bigint not null default 0,
  mailed_seq bigint not null default 0,
  unread integer not null default 0 check (unread >= 0),
  hidden boolean not null default false,
  archived boolean not null default false,
  last_message_at timestamptz(3) not null default now(),
  primary key (conversation_id, user_id)
) with (fillfactor = 80);
create index conversation_participants_listed on conversation_participants
  (user_id, archived, last_message_at desc, conversation_id desc);

-- Steps of a deal are messages of another kind than text. Their data names the step; content is
-- always a sentence.
create table messages (
  conversation_id uuid not null references conversations on delete cascade,
  seq bigint not null check (seq > 0),
  id uuid not null default gen_random_uuid() constraint messages_id_key unique,
  sender_id uuid not null references users,
  client_id uuid not null,
  kind text not null default 'text' check (kind in
    ('text', 'photo', 'offer', 'reservation', 'meetup', 'handover', 'line', 'system')),
  content text not null check (length(content) between 1 and 4000),
  data jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (conversation_id, seq),
  constraint messages_client_id_key unique (sender_id, client_id)
);
create index messages_newest on messages (created_at desc, id desc);

alter table images
  add column message_id uuid references messages (id) on delete set null,
  add constraint images_of_messages_private check (is_private or message_id is null);
create index images_by_message on images (message_id) where message_id is not null;

create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (blocker_id, blocked_id),
  constraint blocks_not_oneself check (blocker_id <> blocked_id)
);
create index blocks_by_blocked on blocks (blocked_id);

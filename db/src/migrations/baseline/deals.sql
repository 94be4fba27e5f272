-- Offers, reservations, the waiting line, meetups and sales. Each belongs to a conversation, whose
-- messages show it.

-- A conversation has one buyer and one listing.
create table offers (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references conversations on delete cascade,
  listing_id uuid not null references listings on delete cascade,
  made_by uuid not null references users on delete cascade,
  amount numeric(9, 2) not null check (amount >= 0),
  note text check (length(note) between 1 and 500),
  status text not null default 'open' check (status in
    ('open', 'accepted', 'declined', 'countered', 'withdrawn', 'lapsed', 'closed')),
  expires_at timestamptz(3) not null default now() + interval '48 hours',
  created_at timestamptz(3) not null default clock_timestamp(),
  ended_at timestamptz(3),
  constraint offers_ended check ((status = 'open') = (ended_at is null))
);
create unique index offers_one_open on offers (conversation_id) where status = 'open';
create index offers_open_by_listing on offers (listing_id) where status = 'open';
create index offers_by_conversation on offers (conversation_id, created_at);
create index offers_expiring on offers (expires_at) where status = 'open';

-- from_line: it is the turn of the first buyer in line, who has not confirmed yet. warned_at: when its
-- end was announced, or need not be.
create table reservations (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references listings on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  offer_id uuid references offers on delete set null,
  from_line boolean not null default false,
  status text not null default 'active'
    check (status in ('active', 'released', 'lapsed', 'sold', 'ended')),
  until timestamptz(3) not null,
  warned_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  ended_at timestamptz(3),
  constraint reservations_ended check ((status = 'active') = (ended_at is null))
);
create unique index reservations_one_active on reservations (listing_id) where status = 'active';
create index reservations_by_conversation on reservations (conversation_id, created_at);
create index reservations_ending on reservations (until) where status = 'active';

-- An offer or a reservation that has ended never ends in another way, so that of two answers at the
-- same time one fails.
create function refuse_second_end() returns trigger language plpgsql as $$
begin
  raise exception 'It has ended already.' using errcode = 'check_violation',
    constraint = tg_table_name || '_end_once';
end $$;
create trigger offers_end_once before update of status on offers
  for each row when (old.status <> 'open' and new.status <> old.status)
  execute function refuse_second_end();
create trigger reservations_end_once before update of status on reservations
  for each row when (old.status <> 'active' and new.status <> old.status)
  execute function refuse_second_end();

-- An accepted offer and its reservation are one commit.
create function require_reservation() returns trigger language plpgsql as $$
begin
  if not exists (select from reservations
      where conversation_id = new.conversation_id and offer_id = new.id) then
    raise exception 'An accepted offer reserves its listing.' using errcode = 'check_violation',
      constraint = 'offers_accepted_reserved';
  end if;
  return null;
end $$;
create constraint trigger offers_accepted_reserved
  after insert or update of status on offers deferrable initially deferred
  for each row when (new.status = 'accepted') execute function require_reservation();

-- The waiting line of a listing. joined_at has microseconds, because it decides the order.
create table line_places (
  listing_id uuid not null references listings on delete cascade,
  buyer_id uuid not null references users on delete cascade,
  conversation_id uuid not null references conversations on delete cascade,
  joined_at timestamptz(6) not null default clock_timestamp(),
  primary key (listing_id, buyer_id)
);
create unique index line_places_by_conversation on line_places (conversation_id);

-- The times of the reminders are set when they are sent, or need not be sent.
create table meetups (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references conversations on delete cascade,
  proposed_by uuid not null references users on delete cascade,
  place text not null check (length(place) between 1 and 200),
  starts_at timestamptz(0) not null,
  status text not null default 'proposed'
    check (status in ('proposed', 'accepted', 'declined', 'canceled', 'replaced', 'missed')),
  missed_by uuid references users on delete cascade,
  day_reminder_at timestamptz(3),
  hour_reminder_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint meetups_missed check ((status = 'missed') = (missed_by is not null))
);
create unique index meetups_one_open on meetups (conversation_id)
  where status in ('proposed', 'accepted');
create index meetups_by_conversation on meetups (conversation_id, created_at);
create index meetups_ahead on meetups (starts_at)
  where status = 'accepted' and hour_reminder_at is null;
create index meetups_missed_by on meetups (missed_by, starts_at) where missed_by is not null;

-- A sale without a conversation is one to a person who does not use the marketplace. verified: the
-- buyer's hand-over code confirmed it.
create table sales (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references listings on delete cascade,
  conversation_id uuid references conversations on delete cascade,
  verified boolean not null default false,
  sold_at timestamptz(3) not null default now(),
  undone_at timestamptz(3),
  constraint sales_verified check (conversation_id is not null or not verified)
);
create unique index sales_one_of_listing on sales (listing_id) where undone_at is null;
create index sales_by_conversation on sales (conversation_id);

-- The availability of a listing always follows from its sale and its reservation.
create function set_listing_availability() returns trigger language plpgsql as $$
begin
  update listings l set availability = now_is.availability, sold_at = now_is.sold_at
  from (
    select case when s.id is not null then 'sold' when r.id is not null then 'reserved'
        else 'available' end as availability, s.sold_at
    from (select 1) as one
    left join sales s on s.listing_id = new.listing_id and s.undone_at is null
    left join reservations r on r.listing_id = new.listing_id and r.status = 'active'
  ) as now_is
  where l.id = new.listing_id
    and (l.availability, l.sold_at) is distinct from (now_is.availability, now_is.sold_at);
  return null;
end $$;
create trigger reservations_availability after insert or update on reservations
  for each row execute function set_listing_availability();
create trigger sales_availability after insert or update on sales
  for each row execute function set_listing_availability();

-- Public places to meet, chosen by admins.
create table safe_spots (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  town text not null,
  note text not null default '' check (length(note) <= 300),
  created_at timestamptz(3) not null default now()
);
create unique index safe_spots_by_town on safe_spots (town, name);

import { type Kysely, sql } from 'kysely';

/** What happens between a buyer and a seller: it is kept by its conversation, and told in its messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table messages
      add column kind text not null default 'text' check (kind in
        ('text', 'photo', 'offer', 'reservation', 'meetup', 'handover', 'line', 'system')),
      add column data jsonb`.execute(db);

  // A photo of a message is private from its upload on: its files are kept apart from public ones.
  await sql`
    alter table images
      add column is_private boolean not null default false,
      add column message_id uuid references messages (id) on delete set null,
      add constraint images_of_messages_private check (is_private or message_id is null)
    `.execute(db);
  await sql`create index images_by_message on images (message_id)
    where message_id is not null`.execute(db);

  await sql`
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
    )`.execute(db);
  // A conversation has one buyer and one listing.
  await sql`create unique index offers_one_open on offers (conversation_id)
    where status = 'open'`.execute(db);
  await sql`create index offers_open_by_listing on offers (listing_id)
    where status = 'open'`.execute(db);
  await sql`create index offers_by_conversation on offers (conversation_id, created_at)`.execute(
    db,
  );
  await sql`create index offers_expiring on offers (expires_at) where status = 'open'`.execute(db);

  // from_line: the turn of the first in line, who has not confirmed it yet.
  await sql`
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
    )`.execute(db);
  await sql`create unique index reservations_one_active on reservations (listing_id)
    where status = 'active'`.execute(db);
  await sql`create index reservations_by_conversation on reservations
    (conversation_id, created_at)`.execute(db);
  await sql`create index reservations_ending on reservations (until)
    where status = 'active'`.execute(db);

  // What has ended stays ended, so that two answers cannot both be given.
  await sql`
    create function refuse_second_end() returns trigger language plpgsql as $$
    begin
      raise exception 'It has ended already.' using errcode = 'check_violation',
        constraint = tg_table_name || '_end_once';
    end $$`.execute(db);
  await sql`create trigger offers_end_once before update of status on offers
    for each row when (old.status <> 'open' and new.status <> old.status)
    execute function refuse_second_end()`.execute(db);
  await sql`create trigger reservations_end_once before update of status on reservations
    for each row when (old.status <> 'active' and new.status <> old.status)
    execute function refuse_second_end()`.execute(db);
  // An accepted offer and its reservation are one commit.
  await sql`
    create function require_reservation() returns trigger language plpgsql as $$
    begin
      if not exists (select from reservations
          where conversation_id = new.conversation_id and offer_id = new.id) then
        raise exception 'An accepted offer reserves its listing.' using errcode = 'check_violation',
          constraint = 'offers_accepted_reserved';
      end if;
      return null;
    end $$`.execute(db);
  await sql`create constraint trigger offers_accepted_reserved
    after insert or update of status on offers deferrable initially deferred
    for each row when (new.status = 'accepted') execute function require_reservation()`.execute(db);

  await sql`
    create table line_places (
      listing_id uuid not null references listings on delete cascade,
      buyer_id uuid not null references users on delete cascade,
      conversation_id uuid not null references conversations on delete cascade,
      joined_at timestamptz(6) not null default clock_timestamp(),
      primary key (listing_id, buyer_id)
    )`.execute(db);
  await sql`create unique index line_places_by_conversation on line_places
    (conversation_id)`.execute(db);

  await sql`
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
    )`.execute(db);
  await sql`create unique index meetups_one_open on meetups (conversation_id)
    where status in ('proposed', 'accepted')`.execute(db);
  await sql`create index meetups_by_conversation on meetups
    (conversation_id, created_at)`.execute(db);
  await sql`create index meetups_ahead on meetups (starts_at)
    where status = 'accepted' and hour_reminder_at is null`.execute(db);
  await sql`create index meetups_missed_by on meetups (missed_by, starts_at)
    where missed_by is not null`.execute(db);

  // Without a conversation: sold to somebody who is not here.
  await sql`
    create table sales (
      id uuid primary key default gen_random_uuid(),
      listing_id uuid not null references listings on delete cascade,
      conversation_id uuid references conversations on delete cascade,
      verified boolean not null default false,
      sold_at timestamptz(3) not null default now(),
      undone_at timestamptz(3),
      constraint sales_verified check (conversation_id is not null or not verified)
    )`.execute(db);
  await sql`create unique index sales_one_of_listing on sales (listing_id)
    where undone_at is null`.execute(db);
  await sql`create index sales_by_conversation on sales (conversation_id)`.execute(db);

  // A listing's availability always follows from its sale and reservation.
  await sql`
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
    end $$`.execute(db);
  for (const table of ['reservations', 'sales']) {
    await sql`create trigger ${sql.ref(`${table}_availability`)}
      after insert or update on ${sql.table(table)}
      for each row execute function set_listing_availability()`.execute(db);
  }

  await countDeals(db);

  await sql`
    create table safe_spots (
      id uuid primary key default gen_random_uuid(),
      name text not null check (length(name) between 1 and 120),
      town text not null,
      note text not null default '' check (length(note) <= 300),
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create unique index safe_spots_by_town on safe_spots (town, name)`.execute(db);

  // 'sealed' until both have written about a deal, or seven days are over. A buyer's reviews are apart.
  await sql`
    alter table reviews
      add column about text not null default 'seller' check (about in ('seller', 'buyer')),
      add column sale_id uuid references sales on delete set null,
      add column release_at timestamptz(3),
      drop constraint reviews_once_key,
      drop constraint reviews_state_check,
      add constraint reviews_state_check
        check (state in ('public', 'held', 'uncounted', 'sealed')),
      add constraint reviews_sealed check ((state = 'sealed') = (release_at is not null))
    `.execute(db);
  // A sealed review replaces an earlier one of the same listing when it is released.
  await sql`create unique index reviews_once_key on reviews (reviewer_id, seller_id, listing_id)
    where state <> 'sealed'`.execute(db);
  await sql`create unique index reviews_once_in_deal on reviews (sale_id, reviewer_id)`.execute(db);
  await sql`create index reviews_of_buyer on reviews (seller_id, created_at desc, id desc)
    where about = 'buyer'`.execute(db);
  await sql`create index reviews_to_release on reviews (release_at)
    where release_at is not null`.execute(db);

  await sql`alter table users add column mail_deals boolean not null default true`.execute(db);
}

/**
 * Offers and sales are among the totals; an undone sale is none. They are counted at the commit, after the
 * messages of the same transaction, so that no two transactions lock the totals in another order.
 */
async function countDeals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_deal() returns trigger language plpgsql as $$
    begin
      insert into totals as t (kind, day, shard, count)
      values (tg_table_name, (coalesce((to_jsonb(new) ->> 'sold_at')::timestamptz, now())
          at time zone 'America/New_York')::date, pg_backend_pid() % 16, tg_argv[0]::integer)
      on conflict (kind, day, shard) do update set count = t.count + excluded.count;
      return null;
    end $$`.execute(db);
  for (const table of ['offers', 'sales']) {
    await sql`create constraint trigger ${sql.ref(`${table}_added`)} after insert on ${sql.table(table)}
      deferrable initially deferred for each row execute function count_deal('1')`.execute(db);
  }
  await sql`create constraint trigger sales_undone after update of undone_at on sales
    deferrable initially deferred for each row
    when (old.undone_at is null and new.undone_at is not null)
    execute function count_deal('-1')`.execute(db);
}

-- Saved searches, followed sellers, and the listings that they match.

-- filter is what the user chose. The columns from words on repeat it as conditions on a listing, null
-- where there is none. A listing that matches has one of the anchors, which are chosen so that few
-- listings do. saved_in is the snapshot that the search was saved in: with listing_changes.xid it says
-- whether the user could see a listing at that time, whatever the clocks say.
create table standing_searches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 80),
  filter jsonb not null,
  frequency text not null check (frequency in ('instant', 'daily', 'weekly')),
  paused_at timestamptz(3),
  saved_in pg_snapshot not null default pg_current_snapshot(),
  created_at timestamptz(3) not null default now(),
  words tsquery,
  excluded tsquery,
  category text,
  condition text,
  towns text[],
  county text,
  min_price numeric(9, 2),
  max_price numeric(9, 2),
  seller_id uuid references users on delete cascade,
  kind text,
  featured boolean,
  with_photo boolean,
  posted_within integer,
  availability text not null default 'available',
  anchors text[] not null check (cardinality(anchors) > 0)
);
create index standing_searches_by_user on standing_searches (user_id, created_at desc, id desc);
-- A user has the same search once. A filter may be too long for an index, hence its hash.
create unique index standing_searches_once on standing_searches (user_id, md5(filter::text));
create index standing_searches_by_seller on standing_searches (seller_id)
  where seller_id is not null;

-- The anchors have a table of their own, because an array index is slow to look up for a listing with
-- a thousand words.
create table search_anchors (
  search_id uuid not null references standing_searches on delete cascade,
  anchor text collate "C" not null,
  primary key (anchor, search_id)
);
create index search_anchors_by_search on search_anchors (search_id);
create function set_search_anchors() returns trigger language plpgsql as $$
begin
  insert into search_anchors (search_id, anchor)
  select distinct new.id, anchor from unnest(new.anchors) as anchor;
  return null;
end $$;
create trigger standing_searches_inserted after insert on standing_searches
  for each row execute function set_search_anchors();

-- Changes of listings that searches may match, until a job has handled them, with the listing as it
-- was before (null: it was published). Triggers add them, so that no writer can forget to. Rows are
-- only added and removed, so that whoever writes a listing never waits for the job.
create table listing_changes (
  id bigint generated always as identity primary key,
  listing_id uuid not null,
  before jsonb,
  changed_at timestamptz(3) not null default now(),
  xid xid8 not null default pg_current_xact_id()
);
create function note_listing_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into listing_changes (listing_id)
    select id from after where visible and availability = 'available';
  else
    insert into listing_changes (listing_id, before)
    select n.id, to_jsonb(o) - 'description' - 'details'
    from after n join before o using (id)
    where n.visible and n.availability = 'available'
      and (n.visible, n.availability, n.price, n.category, n.condition, n.town, n.county, n.kind,
        n.has_photo, n.is_featured, n.search)
        is distinct from (o.visible, o.availability, o.price, o.category, o.condition, o.town,
        o.county, o.kind, o.has_photo, o.is_featured, o.search);
  end if;
  if found then
    perform graphile_worker.add_job('matchSearches');
  end if;
  return null;
end $$;
-- Demo and synthetic listings alert nobody.
create trigger listings_inserted after insert on listings
  referencing new table as after for each statement
  when (current_setting('marketplace.seeding', true) is distinct from 'on')
  execute function note_listing_changes();
create trigger listings_updated after update on listings
  referencing old table as before new table as after for each statement
  when (current_setting('marketplace.seeding', true) is distinct from 'on')
  execute function note_listing_changes();

-- due_at: when the user is notified; null once that is done, infinite while the listing is gone.
-- Listings have no foreign key here: they are never deleted, and a key would be checked for each of
-- hundreds of matches that one statement adds.
create table search_matches (
  search_id uuid not null references standing_searches on delete cascade,
  listing_id uuid not null,
  reason text not null check (reason in ('new', 'drop')),
  matched_at timestamptz(3) not null default now(),
  due_at timestamptz,
  primary key (search_id, listing_id)
);
create index search_matches_due on search_matches (due_at) where due_at is not null;
create index search_matches_waiting on search_matches (search_id, due_at)
  where due_at is not null;
create index search_matches_newest on search_matches (search_id, matched_at desc);
create index search_matches_by_age on search_matches using brin (matched_at);

-- Daily alerts are due at the next 8 o'clock in New York, weekly ones at that of the next Monday. The
-- time is computed in local time, because clocks change twice a year. One expression, so that
-- PostgreSQL inlines it.
create function alert_due(frequency text, at timestamptz) returns timestamptz
language sql stable as $$
  select case frequency
    when 'instant' then at
    when 'daily' then (date_trunc('day', (at at time zone 'America/New_York' - interval '8 hours'))
      + interval '1 day 8 hours') at time zone 'America/New_York'
    else (date_trunc('week', (at at time zone 'America/New_York' - interval '8 hours'))
      + interval '7 days 8 hours') at time zone 'America/New_York'
  end
$$;
create function change_alert_due() returns trigger language plpgsql as $$
begin
  update search_matches set due_at = alert_due(new.frequency, now())
  where search_id = new.id and due_at < 'infinity';
  return null;
end $$;
create trigger standing_searches_frequency after update of frequency on standing_searches
  for each row when (old.frequency <> new.frequency)
  execute function change_alert_due();

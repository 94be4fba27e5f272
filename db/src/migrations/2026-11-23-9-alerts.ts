import { type Kysely, sql } from 'kysely';

/**
 * What standing searches find. Each change that can make a listing match is a row of `listing_changes` until
 * it is worked off, with the listing as it was `before`; a trigger adds it, so that no writer can forget it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `xid` and `saved_in` say whether the search was saved when the change could be seen, whatever clocks say.
  await sql`
    create table listing_changes (
      id bigint generated always as identity primary key,
      listing_id uuid not null,
      before jsonb,
      changed_at timestamptz(3) not null default now(),
      xid xid8 not null default pg_current_xact_id()
    )`.execute(db);
  await sql`alter table standing_searches
    add column saved_in pg_snapshot not null default pg_current_snapshot()`.execute(db);

  // Rows are added and never updated, so that nobody who writes a listing waits for who works them off.
  await sql`
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
    end $$`.execute(db);
  // Demo and synthetic listings are news to nobody.
  const unlessSeeding = sql`when (current_setting('marketplace.seeding', true) is distinct from 'on')`;
  await sql`create trigger listings_inserted after insert on listings
    referencing new table as after for each statement ${unlessSeeding}
    execute function note_listing_changes()`.execute(db);
  await sql`create trigger listings_updated after update on listings
    referencing old table as before new table as after for each statement ${unlessSeeding}
    execute function note_listing_changes()`.execute(db);

  // `due_at`: when the person is told, null once that is done, infinite while the listing is gone. Listings are
  // read in the statement that adds their matches, and never deleted: a key to them would only be checked for
  // each of hundreds.
  await sql`
    create table search_matches (
      search_id uuid not null references standing_searches on delete cascade,
      listing_id uuid not null,
      reason text not null check (reason in ('new', 'drop')),
      matched_at timestamptz(3) not null default now(),
      due_at timestamptz,
      primary key (search_id, listing_id)
    )`.execute(db);
  await sql`create index search_matches_due on search_matches (due_at)
    where due_at is not null`.execute(db);
  await sql`create index search_matches_waiting on search_matches (search_id, due_at)
    where due_at is not null`.execute(db);
  await sql`create index search_matches_newest
    on search_matches (search_id, matched_at desc)`.execute(db);
  await sql`create index search_matches_by_age on search_matches using brin (matched_at)`.execute(
    db,
  );

  // The next 8 o'clock of the region, whose clocks change twice a year; of a Monday for 'weekly'. One expression,
  // so that PostgreSQL puts it in place of each call.
  const clock = sql`(at at time zone 'America/New_York' - interval '8 hours')`;
  await sql`
    create function alert_due(frequency text, at timestamptz) returns timestamptz
    language sql stable as $$
      select case frequency
        when 'instant' then at
        when 'daily' then (date_trunc('day', ${clock}) + interval '1 day 8 hours')
          at time zone 'America/New_York'
        else (date_trunc('week', ${clock}) + interval '7 days 8 hours')
          at time zone 'America/New_York'
      end
    $$`.execute(db);
  await sql`
    create function change_alert_due() returns trigger language plpgsql as $$
    begin
      update search_matches set due_at = alert_due(new.frequency, now())
      where search_id = new.id and due_at < 'infinity';
      return null;
    end $$`.execute(db);
  await sql`create trigger standing_searches_frequency after update of frequency
    on standing_searches for each row when (old.frequency <> new.frequency)
    execute function change_alert_due()`.execute(db);

  await sql`alter table users add column mail_alerts boolean not null default true`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/**
 * Adds how many browsers opened each listing's page per day of the region. `listing_viewers` has a
 * keyed hash of each browser, listing and day, so that no instance counts one twice. A job removes
 * its rows when their day is over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table listing_viewers (
      day date not null,
      viewer uuid not null,
      primary key (day, viewer)
    )`.execute(db);
  await sql`
    create table listing_views (
      listing_id uuid not null references listings on delete cascade,
      day date not null,
      views integer not null check (views > 0),
      primary key (listing_id, day)
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index listing_views_by_day on listing_views (day)`.execute(db);
  // A trigger, because listings are deleted in several places.
  await sql`
    create function delete_listing_views() returns trigger language plpgsql as $$
    begin
      delete from listing_views where listing_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`create trigger listings_views after update of deleted_at on listings
    for each row when (old.deleted_at is null and new.deleted_at is not null)
    execute function delete_listing_views()`.execute(db);
}

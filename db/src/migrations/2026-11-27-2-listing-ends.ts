import { type Kysely, sql } from 'kysely';

/**
 * Lets listings end. `ended_at` is when one ended, and its availability follows from that. `due_at`
 * is the time of the next notice, or of the end after both `notices` were sent; null for rows of an
 * older server until a job sets it. `asked_at` is when the seller was asked whether the listing is
 * still available, and `confirmed_at` when they last said so. `created_at` is from now on when a
 * listing was posted or last renewed, because lists are in its order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table listings
      add column expires_at timestamptz(3),
      add column due_at timestamptz(3),
      add column notices smallint not null default 0 check (notices between 0 and 2),
      add column renewed_at timestamptz(3),
      add column ended_at timestamptz(3),
      add column asked_at timestamptz(3),
      add column confirmed_at timestamptz(3),
      drop constraint listings_availability_check,
      add constraint listings_availability_check
        check (availability in ('available', 'reserved', 'sold', 'expired'))`.execute(db);
  await sql`alter table users add column mail_listings boolean not null default true`.execute(db);
  await sql`
    create or replace function set_listing_visibility() returns trigger language plpgsql as $$
    begin
      if new.availability in ('available', 'expired') then
        new.availability := case when new.ended_at is null then 'available' else 'expired' end;
      end if;
      new.readable := new.is_active and new.seller_active and new.deleted_at is null
        and new.availability <> 'expired';
      new.visible := new.readable and new.availability <> 'sold';
      if tg_op = 'UPDATE' and new.price <> old.price then
        new.previous_price := case when new.price < old.price then old.price end;
      end if;
      if tg_op = 'UPDATE' and (
        new.readable, new.availability, new.price, new.title, new.is_firm_price, new.is_featured,
        new.kind, new.updated_at, new.created_at
      ) is distinct from (
        old.readable, old.availability, old.price, old.title, old.is_firm_price, old.is_featured,
        old.kind, old.updated_at, old.created_at
      ) then
        new.version := old.version + 1;
      end if;
      return new;
    end $$`.execute(db);
  await sql`create index listings_by_due on listings (due_at nulls first)
    where visible and availability = 'available'`.execute(db);
  await sql`create index listings_by_asking on listings (asked_at)
    where asked_at is not null and visible and availability = 'available'`.execute(db);
  await sql`create index listings_by_end on listings (ended_at)
    where ended_at is not null and deleted_at is null`.execute(db);
}

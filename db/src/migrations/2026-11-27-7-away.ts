import { type Kysely, sql } from 'kysely';

/**
 * Lets sellers be away. `away_until` of a user is the day of their return in the region's time zone.
 * It is repeated on their listings, which no list shows until then. A job removes both on that day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column away_until date`.execute(db);
  await sql`alter table listings add column away_until date`.execute(db);
  await sql`create index users_by_return on users (away_until)
    where away_until is not null`.execute(db);
  // A listing that is inserted or restored while its seller is away gets the day from its seller.
  await sql`
    create or replace function set_listing_visibility() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' or (old.deleted_at is not null and new.deleted_at is null) then
        new.away_until := (select away_until from users where id = new.seller_id);
      end if;
      if new.availability in ('available', 'expired') then
        new.availability := case when new.ended_at is null then 'available' else 'expired' end;
      end if;
      new.readable := new.is_active and new.seller_active and new.deleted_at is null
        and new.availability <> 'expired';
      new.visible := new.readable and new.availability <> 'sold' and new.away_until is null;
      if tg_op = 'UPDATE' and new.price <> old.price then
        new.previous_price := case when new.price < old.price then old.price end;
      end if;
      if tg_op = 'UPDATE' and (
        new.readable, new.availability, new.price, new.title, new.is_firm_price, new.is_featured,
        new.kind, new.updated_at, new.created_at, new.away_until
      ) is distinct from (
        old.readable, old.availability, old.price, old.title, old.is_firm_price, old.is_featured,
        old.kind, old.updated_at, old.created_at, old.away_until
      ) then
        new.version := old.version + 1;
      end if;
      return new;
    end $$`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/**
 * Reserved and sold listings. `visible` keeps meaning what the indexes by it are for: what lists can have,
 * so it is false for sold ones. `readable` is what others can open, sold ones too.
 *
 * Both were computed by a generated column, whose expression cannot change without a rewrite of the
 * table. So a trigger sets them, and grows `version` with every change that others can see.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table listings
      alter column visible drop expression,
      alter column visible set default true,
      add column readable boolean not null default true,
      add column availability text not null default 'available'
        check (availability in ('available', 'reserved', 'sold')),
      add column sold_at timestamptz(3),
      add column is_firm_price boolean not null default false,
      add column previous_price numeric(9, 2),
      add column kind text not null default 'offer' check (kind in ('offer', 'wanted')),
      add column version integer not null default 1,
      add constraint listings_sold_at check ((availability = 'sold') = (sold_at is not null))
    `.execute(db);
  await sql`update listings set readable = false where not visible`.execute(db);
  await sql`
    create function set_listing_visibility() returns trigger language plpgsql as $$
    begin
      new.readable := new.is_active and new.seller_active and new.deleted_at is null;
      new.visible := new.readable and new.availability <> 'sold';
      if tg_op = 'UPDATE' and new.price <> old.price then
        new.previous_price := case when new.price < old.price then old.price end;
      end if;
      if tg_op = 'UPDATE' and (
        new.readable, new.availability, new.price, new.title, new.is_firm_price, new.is_featured,
        new.kind, new.updated_at
      ) is distinct from (
        old.readable, old.availability, old.price, old.title, old.is_firm_price, old.is_featured,
        old.kind, old.updated_at
      ) then
        new.version := old.version + 1;
      end if;
      return new;
    end $$`.execute(db);
  await sql`create trigger listings_visibility before insert or update on listings
    for each row execute function set_listing_visibility()`.execute(db);
  // The counts of options, of either kind, never read the table.
  await sql`drop index listings_facets`.execute(db);
  await sql`create index listings_facets
    on listings (price, category, condition, county, town, availability)
    where deleted_at is null and visible`.execute(db);
  // Few at a time: found without the others, and swept 90 days after the sale.
  await sql`create index listings_reserved on listings (created_at desc, id desc)
    where availability = 'reserved' and deleted_at is null`.execute(db);
  // Profiles count sales.
  await sql`create index listings_sold_by_seller on listings (seller_id)
    where sold_at is not null`.execute(db);
  await sql`create index listings_by_sale on listings (sold_at)
    where sold_at is not null and deleted_at is null`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/**
 * Stores the highest price of a saved search with its anchors, so that a listing that costs more
 * finds only searches that it can match. The price is null without a limit, and where the words of
 * the search were read as the limit, because a title with those words matches at any price.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search_anchors add column max_price numeric(9, 2)`.execute(db);
  await sql`
    update search_anchors set max_price = s.max_price from standing_searches s
    where s.id = search_id and s.max_price is not null
      and 'maxPrice' <> all(coalesce(s.requested, '{}'))`.execute(db);
  await sql`alter table search_anchors drop constraint search_anchors_pkey,
    add primary key (anchor, search_id) include (max_price)`.execute(db);
  await sql`
    create or replace function set_search_anchors() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        delete from search_anchors where search_id = new.id;
      end if;
      insert into search_anchors (search_id, anchor, max_price)
      select distinct new.id, anchor,
        case when 'maxPrice' <> all(coalesce(new.requested, '{}')) then new.max_price end
      from unnest(new.anchors) as anchor;
      return null;
    end $$`.execute(db);
  await sql`create trigger standing_searches_anchored after update of anchors on standing_searches
    for each row execute function set_search_anchors()`.execute(db);
}

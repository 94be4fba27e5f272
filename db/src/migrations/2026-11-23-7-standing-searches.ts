import { type Kysely, sql } from 'kysely';

/**
 * Searches that wait for new listings. `filter` is what the person chose; the columns below it are the same
 * as conditions on a listing, null where there is none. `anchors` are what a listing must have one of, chosen
 * so that few listings do: a new listing finds its searches through them, in a table of its own, as an array
 * index is slow for a listing with a thousand of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table listings add column has_photo boolean not null default false`.execute(db);
  await sql`update listings set has_photo = true
    where exists (select from listing_images where listing_id = listings.id)`.execute(db);
  await sql`
    create table standing_searches (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references users on delete cascade,
      name text not null check (length(name) between 1 and 80),
      filter jsonb not null,
      frequency text not null check (frequency in ('instant', 'daily', 'weekly')),
      paused_at timestamptz(3),
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
    )`.execute(db);
  await sql`create index standing_searches_by_user
    on standing_searches (user_id, created_at desc, id desc)`.execute(db);
  // Nobody has the same search twice. A filter may be too long for an index.
  await sql`create unique index standing_searches_once
    on standing_searches (user_id, md5(filter::text))`.execute(db);
  await sql`create index standing_searches_by_seller
    on standing_searches (seller_id) where seller_id is not null`.execute(db);
  await sql`
    create table search_anchors (
      search_id uuid not null references standing_searches on delete cascade,
      anchor text collate "C" not null,
      primary key (anchor, search_id)
    )`.execute(db);
  await sql`create index search_anchors_by_search on search_anchors (search_id)`.execute(db);
  await sql`
    create function set_search_anchors() returns trigger language plpgsql as $$
    begin
      insert into search_anchors (search_id, anchor)
      select distinct new.id, anchor from unnest(new.anchors) as anchor;
      return null;
    end $$`.execute(db);
  await sql`create trigger standing_searches_inserted after insert on standing_searches
    for each row execute function set_search_anchors()`.execute(db);
  // What the generated column of the search document of listings is, for one that is not stored yet.
  await sql`
    create function listing_search_document(
      title text, category text, location text, description text
    ) returns tsvector language sql immutable parallel safe as $$
      select setweight(to_tsvector('public.marketplace'::regconfig, ${spaced('title')}), 'A') ||
        setweight(to_tsvector('public.marketplace'::regconfig,
          category || ' ' || ${spaced('location')}), 'C') ||
        setweight(to_tsvector('public.marketplace'::regconfig, ${spaced('description')}), 'D')
    $$`.execute(db);
}

/** As in the generated column. */
function spaced(column: string) {
  return sql`translate(${sql.ref(column)}, '-_./@:+&<>=~?#%', '               ')`;
}

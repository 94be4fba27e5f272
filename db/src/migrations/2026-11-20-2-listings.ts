import { type Kysely, sql } from 'kysely';

/** Images, listings with their search document, and the words that listings use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table images (
      id uuid primary key default gen_random_uuid(),
      owner_id uuid not null references users on delete cascade,
      width integer not null check (width > 0),
      height integer not null check (height > 0),
      byte_size integer not null check (byte_size > 0),
      placeholder text not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db);
  await sql`create index images_by_owner on images (owner_id)`.execute(db);
  await sql`create index images_by_age on images (created_at)`.execute(db);
  await sql`alter table users add constraint users_avatar_image_fkey
    foreign key (avatar_image_id) references images on delete set null`.execute(db);
  await sql`create index users_by_avatar on users (avatar_image_id)
    where avatar_image_id is not null`.execute(db);

  // English stemming over unaccented words; a separate configuration because unaccent() is not immutable.
  await sql`create text search configuration marketplace (copy = english)`.execute(db);
  await sql`alter text search configuration marketplace
    alter mapping for hword, hword_part, word with unaccent, english_stem`.execute(db);

  // visible is what browsing means: active, not deleted, of an active seller. Partial indexes hang on it.
  await sql`
    create table listings (
      id uuid primary key default gen_random_uuid(),
      seller_id uuid not null references users on delete cascade,
      title text not null check (length(title) between 1 and 140),
      description text not null default '' check (length(description) <= 20000),
      price numeric(9, 2) not null check (price >= 0),
      category text not null default '',
      condition text not null default 'good'
        check (condition in ('new', 'like-new', 'good', 'fair', 'poor')),
      location text not null default '' check (length(location) <= 120),
      town text,
      county text,
      lat double precision,
      lon double precision,
      details jsonb,
      is_active boolean not null default true,
      is_featured boolean not null default false,
      seller_active boolean not null default true,
      flag_reason text,
      flagged_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      deleted_at timestamptz(3),
      visible boolean not null generated always as
        (is_active and seller_active and deleted_at is null) stored,
      search tsvector not null generated always as (
        setweight(to_tsvector('public.marketplace'::regconfig, ${spaced('title')}), 'A') ||
        setweight(to_tsvector('public.marketplace'::regconfig,
          category || ' ' || ${spaced('location')}), 'C') ||
        setweight(to_tsvector('public.marketplace'::regconfig, ${spaced('description')}), 'D')
      ) stored
    )`.execute(db);
  await sql`create index listings_newest on listings (created_at desc, id desc)
    where visible`.execute(db);
  await sql`create index listings_featured on listings (created_at desc, id desc)
    where visible and is_featured`.execute(db);
  await sql`create index listings_by_category on listings (category, created_at desc, id desc)
    where visible`.execute(db);
  await sql`create index listings_by_town on listings (town, created_at desc, id desc)
    where visible`.execute(db);
  await sql`create index listings_by_county on listings (county, created_at desc, id desc)
    where visible`.execute(db);
  await sql`create index listings_by_seller on listings (seller_id, created_at desc, id desc)
    where deleted_at is null`.execute(db);
  await sql`create index listings_all_newest on listings (created_at desc, id desc)
    where deleted_at is null`.execute(db);
  // Also holds what is hidden, for admins. Every search reads through the list of pending entries: 256 kB at most.
  await sql`create index listings_search on listings using gin (search)
    with (gin_pending_list_limit = 256) where deleted_at is null`.execute(db);

  await sql`
    create table listing_images (
      listing_id uuid not null references listings on delete cascade,
      position smallint not null check (position between 0 and 4),
      image_id uuid not null references images,
      primary key (listing_id, position)
    )`.execute(db);
  await sql`create index listing_images_by_image on listing_images (image_id)`.execute(db);

  // Words as people wrote them, to find the nearest one to a misspelt search.
  await sql`create table search_words (
    word text primary key check (length(word) between 3 and 40)
  )`.execute(db);
  await sql`create index search_words_trigrams on search_words
    using gin (word gin_trgm_ops)`.execute(db);

  // The default threshold of 0.3 misses 'bycicle'. Calling show_limit first makes the extension's setting
  // known, without which only a superuser may name it. levenshtein() fails above 255 letters.
  await sql`select show_limit()`.execute(db);
  await sql`
    create function similar_search_words(wanted text) returns setof text
    language sql stable parallel safe
    set pg_trgm.similarity_threshold = 0.1
    as $$
      select word from search_words
      where word % wanted and levenshtein_less_equal(word, left(wanted, 60), 2) <= 2
    $$`.execute(db);
}

/**
 * A text with blanks for the characters that the parser would take for part of an address, path,
 * number or tag: in 'table/chairs' and 'T-shirt' each word can be found alone.
 */
function spaced(column: string) {
  return sql`translate(${sql.ref(column)}, '-_./@:+&<>=~?#%', '               ')`;
}

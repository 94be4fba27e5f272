-- Listings with their pictures, the search over them, and the listings that users save.

-- A private image is a photo for a message. Its files are stored apart from the public ones.
create table images (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  byte_size integer not null check (byte_size > 0),
  placeholder text not null,
  -- The AVIF files are made after the upload; true once they exist.
  avif boolean not null default false,
  is_private boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create index images_by_owner on images (owner_id);
create index images_by_age on images (created_at);
alter table users add constraint users_avatar_image_fkey
  foreign key (avatar_image_id) references images on delete set null;
create index users_by_avatar on users (avatar_image_id) where avatar_image_id is not null;

-- Stems English words without their accents. unaccent() itself is not immutable, which generated
-- columns require; a dictionary inside a text search configuration may be used.
create text search configuration marketplace (copy = english);
alter text search configuration marketplace
  alter mapping for hword, hword_part, word with unaccent, english_stem;

-- The characters that translate() blanks would make the parser read a word as part of an address,
-- a path, a number or a tag. Without them, each word of 'table/chairs' and 'T-shirt' is found alone.
create function listing_search_document(
  title text, category text, location text, description text
) returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('public.marketplace'::regconfig,
      translate(title, '-_./@:+&<>=~?#%', '               ')), 'A') ||
    setweight(to_tsvector('public.marketplace'::regconfig,
      category || ' ' || translate(location, '-_./@:+&<>=~?#%', '               ')), 'C') ||
    setweight(to_tsvector('public.marketplace'::regconfig,
      translate(description, '-_./@:+&<>=~?#%', '               ')), 'D')
$$;

-- readable: others can open the listing. visible: lists can show it too, because it is not sold.
-- A trigger sets both, and adds one to version with every change that others can see.
create table listings (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid not null references users on delete cascade,
  title text not null check (length(title) between 1 and 140),
  description text not null default '' check (length(description) <= 20000),
  price numeric(9, 2) not null check (price >= 0),
  previous_price numeric(9, 2),
  is_firm_price boolean not null default false,
  kind text not null default 'offer' check (kind in ('offer', 'wanted')),
  category text not null default '',
  condition text not null default 'good'
    check (condition in ('new', 'like-new', 'good', 'fair', 'poor')),
  location text not null default '' check (length(location) <= 120),
  town text,
  county text,
  lat double precision,
  lon double precision,
  details jsonb,
  has_photo boolean not null default false,
  is_active boolean not null default true,
  is_featured boolean not null default false,
  seller_active boolean not null default true,
  availability text not null default 'available'
    check (availability in ('available', 'reserved', 'sold')),
  sold_at timestamptz(3),
  visible boolean not null default true,
  readable boolean not null default true,
  version integer not null default 1,
  flag_reason text,
  flagged_at timestamptz(3),
  hidden_by_reports_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  -- Stored in the row itself, so that reading it takes one page.
  search tsvector not null generated always as (
    setweight(to_tsvector('public.marketplace'::regconfig,
      translate(title, '-_./@:+&<>=~?#%', '               ')), 'A') ||
    setweight(to_tsvector('public.marketplace'::regconfig,
      category || ' ' || translate(location, '-_./@:+&<>=~?#%', '               ')), 'C') ||
    setweight(to_tsvector('public.marketplace'::regconfig,
      translate(description, '-_./@:+&<>=~?#%', '               ')), 'D')
  ) stored,
  constraint listings_sold_at check ((availability = 'sold') = (sold_at is not null))
);
alter table listings alter column search set storage main;

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
end $$;
create trigger listings_visibility before insert or update on listings
  for each row execute function set_listing_visibility();

-- Each list has an index in its order. Those without 'visible' also serve admins, whose lists have
-- hidden listings.
create index listings_newest on listings (created_at desc, id desc) where visible;
create index listings_all_newest on listings (created_at desc, id desc) where deleted_at is null;
create index listings_by_category on listings (category, created_at desc, id desc)
  where deleted_at is null;
create index listings_by_town on listings (town, created_at desc, id desc)
  where deleted_at is null;
create index listings_by_county on listings (county, created_at desc, id desc)
  where deleted_at is null;
create index listings_by_seller on listings (seller_id, created_at desc, id desc)
  where deleted_at is null;
create index listings_by_price on listings (price desc, created_at desc, id desc)
  where deleted_at is null;
-- Among equal prices the newest comes first, so cheapest first is by the negative price, descending.
-- What is cheap is alike: the included columns spare fetching thousands of rows that a filter drops.
create index listings_cheapest on listings ((- price) desc, created_at desc, id desc)
  include (price, condition, county, kind, availability, visible)
  where deleted_at is null;

-- A category in a town is the one pair of filters that is common and matches few listings.
create index listings_by_category_town on listings (category, town, created_at desc, id desc)
  where deleted_at is null and visible;
create index listings_by_category_town_price
  on listings (category, town, price desc, created_at desc, id desc)
  where deleted_at is null and visible;
create index listings_by_category_town_low_price
  on listings (category, town, (- price) desc, created_at desc, id desc) include (price)
  where deleted_at is null and visible;

-- These are few among all listings, and are found without reading the others.
create index listings_wanted on listings (created_at desc, id desc)
  where kind = 'wanted' and deleted_at is null and visible;
create index listings_reserved on listings (created_at desc, id desc)
  where availability = 'reserved' and deleted_at is null;
create index listings_featured on listings (created_at desc, id desc)
  where deleted_at is null and is_featured;
create index listings_featured_by_seller on listings (seller_id, created_at desc, id desc)
  where deleted_at is null and visible and is_featured;
-- Profiles count sales, and a job removes listings 90 days after their sale.
create index listings_sold_by_seller on listings (seller_id) where sold_at is not null;
create index listings_by_sale on listings (sold_at)
  where sold_at is not null and deleted_at is null;

-- Has every column that the counts of filter options need, so that they never read the table.
create index listings_facets
  on listings (price, category, condition, county, town, availability, kind, has_photo)
  where deleted_at is null and visible;

-- Category and town let a search within them use the index alone. The week finds the newest listings
-- with a rare word week by week; without it, all listings with the word are fetched to read their
-- age. fastupdate is off because each week of a search would read the whole list of pending entries.
create index listings_search_by_week on listings
  using gin (search, category, town, date_trunc('week', created_at at time zone 'UTC'))
  with (fastupdate = off) where deleted_at is null;

create table listing_images (
  listing_id uuid not null references listings on delete cascade,
  position smallint not null check (position between 0 and 4),
  image_id uuid not null references images,
  primary key (listing_id, position)
);
create index listing_images_by_image on listing_images (image_id);

-- told_at: when the user was last notified of a lower price.
create table favorites (
  user_id uuid not null references users on delete cascade,
  listing_id uuid not null references listings on delete cascade,
  created_at timestamptz(3) not null default now(),
  told_at timestamptz(3),
  primary key (user_id, listing_id)
);
create index favorites_newest on favorites (user_id, created_at desc, listing_id desc);
create index favorites_by_listing on favorites (listing_id, user_id);

-- Words as people wrote them, to find the nearest one to a misspelled search.
create table search_words (
  word text primary key check (length(word) between 3 and 40)
);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);

-- The default similarity threshold of 0.3 misses 'bycicle'. show_limit() loads the extension, without
-- which only a superuser may name its setting. levenshtein() fails above 255 letters.
select show_limit();
create function similar_search_words(wanted text) returns setof text
language sql stable parallel safe
set pg_trgm.similarity_threshold = 0.1
as $$
  select word from search_words
  where word % wanted and levenshtein_less_equal(word, left(wanted, 60), 2) <= 2
$$;

-- Words and phrases of titles, with the number of sellers who use each, to complete a search. A job
-- fills the table, so that posting does not wait for it. The collation makes the primary key an index
-- of prefixes.
create table search_phrases (
  phrase text collate "C" primary key check (length(phrase) between 2 and 60),
  uses integer not null check (uses > 0)
);

import { CompiledQuery } from 'kysely';
import type { Pool } from 'pg';
import { categories } from '@marketplace/shared/listings/constants';
import { towns } from '@marketplace/shared/regions/towns';
import {
  documentVersion,
  searchDocument,
  type SearchedListing,
} from '@marketplace/shared/search/document';
import { createDatabase } from '../database.ts';

const batchSize = 5_000;
/** How many listings share a rare word, 'serial000000' and so on, at any total size. */
const listingsPerSerial = 60;
/** Batches in parallel. Each one uses one core of the database, mostly to parse texts. */
const parallelBatches = 4;
/** From this many new listings on, indexes are built last, if more are new than old. */
const manyListings = 50_000;

/**
 * Adds synthetic listings, with users, conversations and reviews, to try plans and loads at size.
 * Categories, towns, prices and words are skewed. Pictures have no files, counters agree with the
 * rows. Each batch is one transaction. A further call adds more.
 */
export async function seedSynthetic(
  pool: Pool,
  options: { listings: number; onProgress(done: number): void },
): Promise<void> {
  await pool.query(
    `insert into search_words (word) select lower(word) from unnest($1::text[]) word
     where length(word) between 3 and 40 on conflict do nothing`,
    [[...adjectives, ...nouns, ...details]],
  );
  const { rows } = await pool.query('select count(*)::int as count from listings');
  // Building the indexes last is much faster.
  const isBulk = options.listings >= manyListings && options.listings > rows[0].count;
  if (isBulk) await dropIndexes(pool);
  let begun = 0;
  let done = 0;
  await inParallel(async () => {
    if (begun === options.listings) return false;
    const count = Math.min(batchSize, options.listings - begun);
    const batch = { count, from: begun, of: options.listings };
    begun += count;
    await seedBatch(pool, batch);
    done += count;
    options.onProgress(done);
    return true;
  });
  await restoreIndexes(pool);
  await pool.query('analyze');
}

/** Runs several loops of `work` in parallel until it returns false or throws. */
async function inParallel(work: () => Promise<boolean>): Promise<void> {
  let isOver = false;
  const repeat = async () => {
    try {
      while (!isOver) if (!(await work())) isOver = true;
    } catch (error) {
      isOver = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: parallelBatches }, repeat));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/**
 * Drops the indexes that no constraint needs. The table `dropped_indexes` stores their definitions
 * in case of an interruption.
 */
async function dropIndexes(pool: Pool): Promise<void> {
  await pool.query(`
    do $$
    declare index record;
    begin
      create table if not exists dropped_indexes (definition text primary key);
      for index in
        select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition
        from pg_index
        where not indisunique and indisvalid and indrelid in ('listings'::regclass,
          'images'::regclass, 'listing_images'::regclass, 'conversations'::regclass,
          'conversation_participants'::regclass, 'messages'::regclass, 'reviews'::regclass)
      loop
        insert into dropped_indexes values (index.definition);
        execute format('drop index %s', index.name);
      end loop;
    end $$`);
}

/** Builds the indexes that this run, or an interrupted one, has dropped. */
async function restoreIndexes(pool: Pool): Promise<void> {
  const { rows } = await pool.query(`select to_regclass('dropped_indexes') is not null as exists`);
  if (!rows[0].exists) return;
  await inParallel(() =>
    createDatabase(pool)
      .transaction()
      .execute(async (trx) => {
        const run = (text: string) =>
          trx.executeQuery<{ definition: string }>(CompiledQuery.raw(text));
        // The search index comes first, because it takes the longest.
        const { rows: taken } = await run(`
          delete from dropped_indexes where definition = (
            select definition from dropped_indexes
            order by definition like '%gin%' desc limit 1 for update skip locked)
          returning definition`);
        if (!taken[0]) return false;
        await run(`set local maintenance_work_mem = '256MB'`);
        await run(taken[0].definition);
        return true;
      }),
  );
  await pool.query('drop table dropped_indexes');
}

/** A batch of `count` listings, after the first `from` of `of`, which span a year. */
type Batch = { count: number; from: number; of: number };

async function seedBatch(pool: Pool, batch: Batch): Promise<void> {
  const sellers = Math.max(2, Math.ceil(batch.count / 20));
  await createDatabase(pool)
    .transaction()
    .execute(async (trx) => {
      const run = (text: string, values?: unknown[]) =>
        trx.executeQuery<SearchedListing & { n: number }>(CompiledQuery.raw(text, values));
      await run('set local synchronous_commit = off');
      // Turns off notifications about these listings.
      await run(`set local marketplace.seeding = 'on'`);
      for (const statement of people(sellers)) await run(statement);
      await run(drafts(batch, sellers));
      await run(texts);
      const { rows } = await run(written(Math.ceil(batch.of / listingsPerSerial)), [
        ...[adjectives, nouns, sentences()],
        categories.map((category) => category.value),
        towns.map((town) => town.name),
      ]);
      await run(listings, [
        rows.map(({ n }) => n),
        rows.map(searchDocument),
        ...[documentVersion, towns.map((town) => town.name), towns.map((town) => town.county)],
        ...[towns.map((town) => town.lat), towns.map((town) => town.lon)],
      ]);
      for (const statement of [...pictures, ...conversations(sellers)]) await run(statement);
    });
}

/** Creates a temporary table, through which a batch's statements share ids. */
const temporary = (name: string, query: string) =>
  `create temporary table ${name} on commit drop as ${query}`;

const people = (count: number) => [
  temporary('seller', `select n, gen_random_uuid() as id from generate_series(1, ${count}) n`),
  `insert into users (id, email, username, first_name, created_at)
   select id, 'synthetic-' || id || '@example.com', 'synthetic-' || left(id::text, 23), 'Sam',
     now() - random() * interval '700 days'
   from seller`,
  'insert into feeds (user_id) select id from seller',
];

/** Prepares a batch. `size`, the number of sentences, is 5 in the median, its logarithm normal. */
const drafts = ({ count, from, of }: Batch, sellers: number) =>
  temporary(
    'draft',
    `select number as n, gen_random_uuid() as id, seller.id as seller_id, seller.n as seller_n,
       now() - (1 - (${from} + number) / ${of}.0) * interval '365 days' as created_at,
       random() ^ 2 as place,
       greatest(1, least(32, round(exp(1.6 + 1.4 *
         (random() + random() + random() + random() - 2)))))::int as size
     from generate_series(1, ${count}) number
       join seller on seller.n = 1 + number % ${sellers}`,
  );

/** Picks one of `values`. Squaring a random number favors early words, as in real text. */
const oneOf = (values: string, share = 'random() ^ 2') =>
  `(${values})[1 + floor(${share} * array_length(${values}, 1))::int]`;

/** Stores the searched fields of a batch, which the search documents are made from. */
const texts =
  'create temporary table texts (n int, title text, category text, location text, description text) on commit drop';

const written = (serials: number) => `
  insert into texts
  select n, ${oneOf('$1::text[]')} || ' ' || ${oneOf('$2::text[]')}, ${oneOf('$4::text[]')},
    ${oneOf('$5::text[]', 'place')} || ', NY',
    array_to_string(($3::text[])[start : start + size - 1], ' ')
      || ' serial' || lpad(floor(random() * ${serials})::text, 6, '0')
  from (select *, 1 + floor(random() * (array_length($3::text[], 1) - size))::int as start
    from draft) drafts
  returning *`;

const listings = `
  insert into listings (id, seller_id, title, description, price, category, condition, location,
    town, county, lat, lon, is_active, is_featured, created_at, updated_at, has_photo, search,
    search_version)
  select id, seller_id, title, description, round((random() ^ 3 * 2000)::numeric, 2), category,
    ${oneOf("array['good', 'like-new', 'fair', 'new', 'poor']")}, location,
    ${oneOf('$4::text[]', 'place')}, ${oneOf('$5::text[]', 'place')},
    ${oneOf('$6::float8[]', 'place')}, ${oneOf('$7::float8[]', 'place')},
    random() > 0.05, random() < 0.02, created_at, created_at, (n * 7) % 5 >= 0,
    document::tsvector, $3::smallint
  from draft join texts using (n) join unnest($1::int[], $2::text[]) documents (n, document) using (n)`;

/** Turns foreign key checks off or on, for speed. Only a superuser may do that. */
const checkReferences = (isOn: boolean) =>
  `select set_config('session_replication_role', '${isOn ? 'origin' : 'replica'}', true)
   from pg_roles where rolname = current_user and rolsuper`;

const pictures = [
  checkReferences(false),
  temporary(
    'picture',
    `select draft.id as listing_id, position, gen_random_uuid() as image_id, seller_id, created_at
     from draft, generate_series(0, (draft.n * 7) % 5) position`,
  ),
  `insert into images (id, owner_id, width, height, byte_size, placeholder, created_at)
   select image_id, seller_id, 1600, 1200, 90000 + (random() * 90000)::int,
     'data:image/webp;base64,' || repeat(md5(image_id::text), 4), created_at
   from picture`,
  'insert into listing_images select listing_id, position, image_id from picture',
  checkReferences(true),
];

/** Adds a conversation of four messages, the last unread, and a review per ten listings. */
const conversations = (sellers: number) => [
  temporary(
    'talk',
    `select gen_random_uuid() as id, draft.id as listing_id, seller_id, buyer.id as buyer_id,
       draft.created_at
     from draft join seller buyer
       on buyer.n = 1 + (seller_n + draft.n / 10 % (${sellers} - 1)) % ${sellers}
     where draft.n % 10 = 0`,
  ),
  `insert into conversations (id, listing_id, listing_title, buyer_id, seller_id, last_seq,
     last_message, last_sender_id, last_message_at, listed_at, created_at)
   select t.id, listing_id, l.title, buyer_id, t.seller_id, 4, 'Thank you, see you then.', buyer_id,
     t.created_at, t.created_at, t.created_at
   from talk t join listings l on l.id = t.listing_id`,
  `insert into messages (conversation_id, seq, sender_id, client_id, content, created_at)
   select id, seq, case when seq % 2 = 0 then buyer_id else seller_id end, gen_random_uuid(),
     (array['Hello, is this still there?', 'Yes, it is.', 'Could I see it on Saturday?',
       'Thank you, see you then.'])[seq], created_at
   from talk, generate_series(1, 4) seq`,
  `insert into conversation_participants (conversation_id, user_id, other_id, read_seq, unread,
     last_message_at)
   select id, person, other, read_seq, 4 - read_seq, created_at
   from talk, lateral (values (seller_id, buyer_id, 3), (buyer_id, seller_id, 4))
     people (person, other, read_seq)`,
  `update feeds set unread = waiting.count
   from (select seller_id, count(*) from talk group by seller_id) waiting
   where user_id = seller_id`,
  `with given as (
     insert into reviews (seller_id, reviewer_id, listing_id, rating, comment, created_at)
     select seller_id, buyer_id, listing_id, 3 + floor(random() * 3)::int,
       'As described, friendly.', created_at
     from talk
     returning seller_id, rating)
   update users set rating_sum = given.sum, rating_count = given.count
   from (select seller_id, sum(rating), count(*) from given group by 1) given
   where id = given.seller_id`,
];

/** Returns 3,000 sentences of eight words and a word that about 0.2 % of the listings have. */
function sentences(): string[] {
  const all = [...details, ...nouns];
  const word = () => all[Math.floor(Math.random() ** 2 * all.length)];
  return Array.from({ length: 3_000 }, (_, n) => {
    const model = `model${String(n).padStart(4, '0')}`;
    return `${Array.from({ length: 8 }, word).join(' ')} ${model}.`;
  });
}

/** Splits a list of words for synthetic listings, the most frequent first. */
const words = (text: string) => text.split(' ');

const adjectives = words(
  'used vintage new solid sturdy small large antique modern wooden handmade clean compact classic quality white black blue green red brown grey folding portable electric heavy light round square rare sealed refurbished rustic farmhouse industrial painted upholstered adjustable waterproof insulated cordless',
);

const nouns = words(
  'chair table desk sofa bicycle lamp bookshelf dresser mattress couch bench cabinet laptop monitor phone speaker camera guitar keyboard kayak canoe tent skis snowboard helmet jacket boots sneakers dress handbag watch necklace stroller crib toys puzzle books records mower snowblower grill ladder drill saw wrench toolbox tires wheels rack trailer motor generator heater fan humidifier vacuum blender mixer toaster kettle cookware dishes rug curtains mirror painting frame clock vase planter fence firewood gravel paving lumber door window sink faucet violin trumpet drums amplifier turntable projector printer router tablet drone telescope microscope treadmill elliptical dumbbells rowing basketball hockey lacrosse fishing hunting archery golf saddle aquarium terrarium birdcage loom kiln anvil sextant',
);

const details = words(
  'good condition pickup only cash available local home smoke free works great barely used need gone moving sale price firm negotiable includes extra parts original box manual some scratches minor wear top bottom drawer shelf handle leg cushion cover battery charger cable remote warranty receipt delivered weekend evening morning porch garage basement attic family heirloom estate maple oak pine walnut cherry birch steel iron aluminum brass copper leather cotton wool linen velvet denim ceramic porcelain glass crystal marble granite bamboo wicker plastic rubber foam measured inches feet pounds gallons watts volts amps cordoned zephyr quixotic',
);

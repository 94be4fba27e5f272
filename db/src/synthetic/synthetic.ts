import { CompiledQuery } from 'kysely';
import type { Pool } from 'pg';
import { categories } from '@marketplace/shared/listings/constants';
import { towns } from '@marketplace/shared/regions/towns';
import { createDatabase } from '../database.ts';

const batchSize = 5_000;

/**
 * Fills the database with `listings` synthetic listings and what goes with them, for trying plans
 * and loads at size. Counters agree with the rows. A batch is one transaction: what was reported
 * as done is there. There is a seller for every 20 listings, and a conversation and a review for
 * every 10. Can be run again to add more.
 */
export async function seedSynthetic(
  pool: Pool,
  { listings, onProgress }: { listings: number; onProgress(done: number): void },
): Promise<void> {
  await pool.query(
    `insert into search_words (word) select lower(word) from unnest($1::text[]) word
     where length(word) between 3 and 40 on conflict do nothing`,
    [[...adjectives, ...nouns, ...details]],
  );
  for (let done = 0; done < listings;) {
    const count = Math.min(batchSize, listings - done);
    await seedBatch(pool, count);
    done += count;
    onProgress(done);
  }
  await pool.query('analyze');
}

async function seedBatch(pool: Pool, count: number): Promise<void> {
  await createDatabase(pool)
    .transaction()
    .execute(async (trx) => {
      const run = (text: string, values: unknown[] = []) =>
        trx.executeQuery(CompiledQuery.raw(text, values));
      await run(sellersSql, [Math.max(2, Math.ceil(count / 20))]);
      await run(listingsSql, [
        count,
        adjectives,
        nouns,
        details,
        categories.map((category) => category.value),
        towns.map((town) => town.name),
        towns.map((town) => town.county),
        towns.map((town) => town.lat),
        towns.map((town) => town.lon),
      ]);
      for (const statement of afterwards) await run(statement);
    });
}

/** $1 sellers, kept with their number in a temporary table for the statements that follow. */
const sellersSql = `
  with made as (
    insert into users (email, username, first_name, created_at)
    select 'synthetic-' || id || '@example.com', 'synthetic-' || left(id::text, 23), 'Sam',
      now() - random() * interval '700 days'
    from (select gen_random_uuid() as id from generate_series(1, $1::int)) ids
    returning id
  ), fed as (
    insert into feeds (user_id) select id from made
  )
  select set_config('synthetic.sellers', json_agg(id)::text, true) from made`;

/** Frequencies fall off as in real text: the square of a random number favors early words. */
const listingsSql = `
  with sellers as (
    select array_agg(value::uuid) as ids
    from json_array_elements_text(current_setting('synthetic.sellers')::json)
  ), drafts as (
    select i, 1 + floor(random() * array_length($6::text[], 1))::int as place
    from generate_series(1, $1::int) i
  ), made as (
    insert into listings (seller_id, title, description, price, category, condition, location,
      town, county, lat, lon, is_active, is_featured, created_at, updated_at)
    select
      sellers.ids[1 + i % array_length(sellers.ids, 1)],
      ($2::text[])[1 + floor(random() ^ 2 * array_length($2::text[], 1))::int] || ' ' ||
        ($3::text[])[1 + floor(random() ^ 2 * array_length($3::text[], 1))::int],
      (select string_agg(($4::text[])[1 + floor(random() ^ 2 * array_length($4::text[], 1))::int], ' ')
         from generate_series(1, 25 + i % 2)),
      round((random() ^ 3 * 2000)::numeric, 2),
      ($5::text[])[1 + floor(random() * array_length($5::text[], 1))::int],
      (array['new', 'like-new', 'good', 'fair', 'poor'])[1 + floor(random() * 5)::int],
      ($6::text[])[place] || ', NY', ($6::text[])[place], ($7::text[])[place],
      ($8::float8[])[place], ($9::float8[])[place],
      random() > 0.05, random() < 0.02, created.at, created.at
    from drafts, sellers,
      lateral (select now() - random() * interval '365 days' + i * interval '0' as at) created
    returning id
  )
  select set_config('synthetic.listings', json_agg(id)::text, true) from made`;

const ofBatch = `select l.id, l.seller_id, l.title, l.created_at, row_number() over () as number
  from listings l
  join json_array_elements_text(current_setting('synthetic.listings')::json) v
    on l.id = v.value::uuid`;

const buyerOf = `(select value::uuid
  from json_array_elements_text(current_setting('synthetic.sellers')::json) value
  where value::uuid <> b.seller_id order by md5(value || b.id::text) limit 1)`;

/** Every tenth listing gets a conversation of four messages, the last one unread, and a review. */
const afterwards = [
  `insert into conversations (listing_id, listing_title, buyer_id, seller_id, last_seq, last_message,
     last_sender_id, last_message_at, created_at)
   select b.id, b.title, buyer, b.seller_id, 4, 'Thank you, see you then.', buyer, b.created_at, b.created_at
   from (${ofBatch}) b, lateral (select ${buyerOf} as buyer) x where b.number % 10 = 0`,
  `insert into messages (conversation_id, seq, sender_id, client_id, content, created_at)
   select c.id, seq, case when seq % 2 = 0 then c.buyer_id else c.seller_id end, gen_random_uuid(),
     (array['Hello, is this still there?', 'Yes, it is.', 'Could I see it on Saturday?',
       'Thank you, see you then.'])[seq], c.created_at
   from conversations c, generate_series(1, 4) seq
   where not exists (select from messages m where m.conversation_id = c.id)`,
  `insert into conversation_participants (conversation_id, user_id, other_id, read_seq, unread, last_message_at)
   select c.id, person.id, person.other, person.read_seq, 4 - person.read_seq, c.last_message_at
   from conversations c, lateral (values
     (c.seller_id, c.buyer_id, 3), (c.buyer_id, c.seller_id, 4)) person (id, other, read_seq)
   where not exists (select from conversation_participants p where p.conversation_id = c.id)`,
  `update feeds f set unread = u.unread from (
     select p.user_id, sum(p.unread) as unread from conversation_participants p
     join json_array_elements_text(current_setting('synthetic.sellers')::json) v
       on p.user_id = v.value::uuid
     group by p.user_id) u
   where f.user_id = u.user_id`,
  `insert into reviews (seller_id, reviewer_id, listing_id, rating, comment, created_at)
   select b.seller_id, ${buyerOf}, b.id, 3 + floor(random() * 3)::int, 'As described, friendly.', b.created_at
   from (${ofBatch}) b where b.number % 10 = 0`,
  `update users u set rating_sum = r.sum, rating_count = r.count from (
     select seller_id, sum(rating) as sum, count(*) as count from reviews
     join json_array_elements_text(current_setting('synthetic.sellers')::json) v
       on seller_id = v.value::uuid
     group by seller_id) r
   where u.id = r.seller_id`,
];

/** Words of synthetic listings, the frequent ones first. */
const adjectives =
  'used vintage new solid sturdy small large antique modern wooden handmade clean compact classic quality white black blue green red brown grey folding portable electric heavy light round square rare sealed refurbished rustic farmhouse industrial painted upholstered adjustable waterproof insulated cordless'.split(
    ' ',
  );

const nouns =
  'chair table desk sofa bicycle lamp bookshelf dresser mattress couch bench cabinet laptop monitor phone speaker camera guitar keyboard kayak canoe tent skis snowboard helmet jacket boots sneakers dress handbag watch necklace stroller crib toys puzzle books records mower snowblower grill ladder drill saw wrench toolbox tires wheels rack trailer motor generator heater fan humidifier vacuum blender mixer toaster kettle cookware dishes rug curtains mirror painting frame clock vase planter fence firewood gravel paving lumber door window sink faucet violin trumpet drums amplifier turntable projector printer router tablet drone telescope microscope treadmill elliptical dumbbells rowing basketball hockey lacrosse fishing hunting archery golf saddle aquarium terrarium birdcage loom kiln anvil sextant'.split(
    ' ',
  );

const details =
  'good condition pickup only cash available local home smoke free works great barely used need gone moving sale price firm negotiable includes extra parts original box manual some scratches minor wear top bottom drawer shelf handle leg cushion cover battery charger cable remote warranty receipt delivered weekend evening morning porch garage basement attic family heirloom estate maple oak pine walnut cherry birch steel iron aluminum brass copper leather cotton wool linen velvet denim ceramic porcelain glass crystal marble granite bamboo wicker plastic rubber foam measured inches feet pounds gallons watts volts amps cordoned zephyr quixotic'.split(
    ' ',
  );

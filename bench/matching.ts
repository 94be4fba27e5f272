import { setTimeout as pause } from 'node:timers/promises';
import { type Insertable, sql } from 'kysely';
import { demoData } from '@marketplace/db/demo/demo-data';
import type { StandingSearches } from '@marketplace/db/types.generated';
import { categories } from '@marketplace/shared/listings/constants';
import { townsAlong, townsWithin } from '@marketplace/shared/regions/areas';
import { towns } from '@marketplace/shared/regions/towns';
import { documentVersion } from '@marketplace/shared/search/document';
import {
  excludedQuery,
  searchQueries,
} from '@marketplace/server/features/listings/search/search-query';
import { anchorsOf } from '@marketplace/server/features/searches/anchors';
import { matchChanges } from '@marketplace/server/features/searches/matching';
import type { Bench } from './bench.ts';
import type { Database } from './databases.ts';
import { compare, type Figure, judge, median, quantile, time } from './measure.ts';
import { startMarketplace } from './processes.ts';

/** How many searches each person saves. */
const perPerson = 5;
const insertedAtOnce = 1_000;
/** The baseline is slow, so a turn has this fraction (1/n) of the usual calls. */
const callsShare = 5;
/**
 * The share of searches for things that demo listings offer. The published listings are demo
 * listings, and each of them matches a few dozen searches.
 */
const thingsShare = 0.1;
/** How many phrases of each kind people search for. The first are much more frequent. */
const differentPhrases = 1_000;

/**
 * Measures how long the database takes to find the searches that match a new listing, and how long
 * until their alerts are sent. The baseline compares the listing with every search, in one plain
 * statement.
 */
export async function matchingBenchmark({
  databases,
  directory,
  log,
  scale,
}: Bench): Promise<Figure[]> {
  const database = await databases.copyOf(scale.listings);
  const { db } = database;
  await saveSearches(database, scale.searches);
  await sql`create table floor_searches as select id, category, condition, towns, county, max_price, words,
    excluded from standing_searches`.execute(db);
  await sql`create table floor_matches (search_id uuid, listing_id uuid,
    primary key (search_id, listing_id))`.execute(db);
  await sql`vacuum analyze`.execute(db);
  const measure = async (match: (id: string) => Promise<unknown>, note?: typeof noteChange) => {
    const ids = await publish(database, Math.ceil(scale.calls / callsShare), { isSilent: true });
    const times = [];
    for (const id of ids) {
      await note?.(database, id);
      times.push(...(await time(1, () => match(id))));
    }
    return { 'p50 ms': median(times), 'p99 ms': quantile(times, 0.99) };
  };
  const floor = (id: string) =>
    sql`insert into floor_matches select s.id, l.id from floor_searches s, listings l
      where l.id = ${id} and (s.category is null or s.category = l.category)
        and (s.condition is null or s.condition = l.condition)
        and (s.towns is null or l.town = any(s.towns)) and (s.county is null or s.county = l.county)
        and (s.max_price is null or l.price <= s.max_price)
        and (s.words is null or l.search @@ s.words)
        and (s.excluded is null or not l.search @@ s.excluded)`.execute(db);
  const work = `finding those of ${scale.searches.toLocaleString('en-US')} searches that match`;
  const found = await compare(scale.rounds, () => measure(floor), [
    {
      work,
      targets: { 'p50 ms': { atMost: 0.5 } },
      limits: { 'p50 ms': { atMost: 5 } },
      measure: () => measure(() => matchChanges(db), noteChange),
    },
  ]);
  const { rows } = await sql<{ each: number }>`
    select count(*)::int / greatest(count(distinct listing_id), 1)::int as each from search_matches`.execute(
    db,
  );
  log(`a listing has matched ${rows[0]?.each} searches`);
  // Deletes the matches so far, so that no alerts are sent for them.
  await sql`truncate search_matches, listing_changes`.execute(db);
  const told = await timeAlerts(database, directory, scale.rounds);
  const seconds = { unit: 's', target: { atMost: 30 }, rounds: scale.rounds };
  return [
    ...found,
    judge({ work: 'publishing until all alerts are sent', ours: told, ...seconds }),
  ];
}

/**
 * Records a listing's change, as the trigger does on an insert. The listings here are inserted
 * without the trigger, and their changes are recorded one at a time.
 */
async function noteChange({ db }: Database, listingId: string): Promise<void> {
  await db.insertInto('listingChanges').values({ listingId }).execute();
}

/** Returns the longest time, in seconds, from publishing a listing until its alerts are sent. */
async function timeAlerts(database: Database, directory: string, listings: number) {
  const server = await startMarketplace(database.url, directory, []);
  const seconds = [];
  for (let n = 0; n < listings; n++) {
    const start = performance.now();
    await publish(database, 1, { isSilent: false });
    while (await isWaiting(database)) await pause(20);
    seconds.push((performance.now() - start) / 1_000);
  }
  await server.stop();
  return Math.max(...seconds);
}

async function isWaiting({ db }: Database): Promise<boolean> {
  const { rows } = await sql<{ isWaiting: boolean }>`select exists (select from listing_changes)
    or exists (select from search_matches where due_at <= now()) as is_waiting`.execute(db);
  return rows[0]?.isWaiting ?? true;
}

/**
 * Publishes listings with texts from the demo content in random towns. A trigger records them as
 * changes unless `isSilent` is set.
 */
async function publish(
  { db }: Database,
  count: number,
  { isSilent }: { isSilent: boolean },
): Promise<string[]> {
  const texts = demoData(new Date()).listings;
  return db.transaction().execute(async (trx) => {
    if (isSilent) await sql`set local marketplace.seeding = 'on'`.execute(trx);
    const sellers = await sql<{ sellerId: string }>`
      select seller_id from listings where visible order by random() limit ${count}`.execute(trx);
    const rows = sellers.rows.map(({ sellerId }) => {
      const { title, description, price, category, condition } = oneOf(texts);
      const { name: town, county } = skewed(towns);
      const place = { location: `${town}, NY`, town, county };
      return { sellerId, title, description, price, category, condition, ...place };
    });
    const published = await trx.insertInto('listings').values(rows).returning('id').execute();
    return published.map(({ id }) => id);
  });
}

const oneOf = <Value>(values: readonly Value[], share = Math.random()): Value =>
  values[Math.floor(share * values.length)] as Value;
/** Picks a value. The first values are much more frequent than the last. */
const skewed = <Value>(values: readonly Value[]): Value => oneOf(values, Math.random() ** 2);
const chance = (share: number) => Math.random() < share;

async function saveSearches({ db }: Database, count: number): Promise<void> {
  const phrases = await phrasesOf({ db });
  const { rows: people } = await sql<{ id: string }>`
    with people as (
      insert into users (email, username) select 'searcher-' || n || '@example.com', 'searcher-' || n
      from generate_series(1, ${Math.ceil(count / perPerson)}) n returning id
    )
    insert into feeds (user_id) select id from people returning user_id as id`.execute(db);
  for (let from = 0; from < count; from += insertedAtOnce) {
    const rows = await Promise.all(
      Array.from({ length: Math.min(insertedAtOnce, count - from) }, async (_, at) => {
        const { lexemes, ...asked } = someSearch(phrases);
        return {
          ...{ userId: people[Math.floor((from + at) / perPerson)]?.id ?? '', name: 'Search' },
          ...{ frequency: skewed(['instant', 'daily', 'weekly']), createdAt: new Date(0) },
          ...{ filter: JSON.stringify({ search: String(from + at) }), ...asked },
          searchVersion: documentVersion,
          anchors: await anchorsOf(db, { ...asked, sellerId: null, requested: null }, lexemes),
        };
      }),
    );
    await db.insertInto('standingSearches').values(rows).execute();
  }
}

/** A query, and for each of its words the lexemes, one of which a matching listing has. */
interface Phrase {
  query: string;
  lexemes: string[][];
}

interface Phrases {
  /** Phrases from demo listings. */
  things: Phrase[];
  others: Phrase[];
  excluded: string[];
}

async function phrasesOf({ db }: Pick<Database, 'db'>): Promise<Phrases> {
  const { rows } = await sql<{ title: string }>`
    select distinct lower(title) as title from (select title from listings limit 20000) as newest
    limit ${differentPhrases}`.execute(db);
  const nouns = [...new Set(rows.map(({ title }) => title.split(' ').at(-1) ?? ''))];
  const models = Array.from({ length: differentPhrases }, (_, n) => {
    const model = `model${String(n).padStart(4, '0')}`;
    return chance(0.5) ? model : `${oneOf(nouns)} ${model}`;
  });
  const titles = demoData(new Date()).listings.map(({ title }) => title.match(/[\w-]{3,}/g) ?? []);
  const things = Array.from({ length: differentPhrases }, () => {
    const words = oneOf(titles);
    const at = Math.floor(Math.random() * words.length);
    return words.slice(at, at + (chance(0.7) ? 2 : 1)).join(' ');
  });
  return {
    things: await queriesOf(db, things),
    others: await queriesOf(
      db,
      [...rows.map(({ title }) => title), ...models].sort(() => Math.random() - 0.5),
    ),
    excluded: await Promise.all(nouns.map(async (noun) => (await excludedQuery(db, noun)) ?? '')),
  };
}

async function queriesOf(db: Database['db'], texts: string[]): Promise<Phrase[]> {
  const phrases = texts.map(async (text) => {
    for await (const { all, lexemes } of searchQueries(db, text)) {
      return [{ query: all.query, lexemes }];
    }
    return [];
  });
  return (await Promise.all(phrases)).flat();
}

/**
 * Returns a search as people save them. Most are for words. Of 1,000 searches, 25 are for a
 * category in an area, and 5 for a county up to a price and nothing else.
 */
function someSearch({ things, others, excluded }: Phrases) {
  const kind = Math.random();
  const words = kind < thingsShare ? skewed(things) : kind < 0.97 ? skewed(others) : null;
  const hasCategory = words ? chance(0.35) : kind < 0.995;
  const town = skewed(towns);
  const place = Math.random() * (words ? 1 : 0.6);
  const area =
    place < 0.2
      ? [town]
      : place < 0.5
        ? townsWithin(town, words ? skewed([10, 25, 5, 50]) : 10)
        : place < 0.6
          ? townsAlong(town, skewed(towns), 5)
          : null;
  const isPriceOnly = !words && !hasCategory;
  return {
    lexemes: words?.lexemes ?? [],
    words: words?.query ?? null,
    category: hasCategory ? skewed(categories).value : null,
    towns: isPriceOnly ? null : (area?.map(({ name }) => name) ?? null),
    county: isPriceOnly || (place >= 0.6 && place < 0.75) ? town.county : null,
    maxPrice: isPriceOnly || chance(0.5) ? String(Math.round(Math.random() ** 2 * 1_000)) : null,
    excluded: words && chance(0.06) ? oneOf(excluded) : null,
    condition: chance(0.08) ? 'good' : null,
    withPhoto: chance(0.03) ? true : null,
  } satisfies Partial<Insertable<StandingSearches>> & { lexemes: string[][] };
}

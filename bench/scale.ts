import { refreshSearchPhrases } from '@marketplace/server/features/listings/search/suggestions';
import type { Requests } from '@marketplace/server/test/raw-http';
import { towns } from '@marketplace/shared/regions/towns';
import type { Bench } from './bench.ts';
import type { Database } from './databases.ts';
import { compare, type Contender, type Figure, quantile } from './measure.ts';
import { startMarketplace } from './processes.ts';
import {
  areas,
  typedPrefixes,
  inTurn,
  type ListRequest,
  orders,
  bypassingCache,
  queryPath,
  restPath,
  searches,
  searchesAnywhere,
  shuffled,
  timesOf,
  trpcPath,
} from './requests.ts';

const priceRanges = Array.from({ length: 1_000 }, (_, n) => ({
  ...{ minPrice: String(n), maxPrice: String(n + 40) },
}));

interface Kind {
  /** The requests, or a function of the database if they need existing rows. */
  paths: string[] | ((database: Database) => Promise<string[]>);
  /**
   * The limit for the ratio of the time with many listings to the time with few. Absent if few
   * listings do not fill a page.
   */
  atMost?: number;
}

/**
 * Returns the kinds of requests. The lists by two filters use the most common combinations, so that
 * even few listings fill a page.
 */
async function kindsOf({ pool }: Database): Promise<Record<string, Kind>> {
  const inOrders = async (columns: string) => {
    const { rows } = await pool.query<ListRequest>(
      `select ${columns} from listings where visible and deleted_at is null and town is not null
       group by 1, 2 order by count(*) desc limit 60`,
    );
    return shuffled(rows.flatMap((list) => orders.map((sort) => restPath({ ...list, sort }))));
  };
  const byPrice = priceRanges.map((range) => ({ ...range, sort: 'price-asc' }));
  const nearest = towns.map(({ name }) => ({ sort: 'nearest', near: name }));
  const countsOf = (list: ListRequest) => trpcPath('facets', list);
  return {
    browse: { paths: [restPath({})], atMost: 1.3 },
    'category and town': { paths: await inOrders('category, town'), atMost: 1.3 },
    'condition and county': {
      paths: await inOrders(`condition, county || ' County' as town`),
      atMost: 1.3,
    },
    nearest: { paths: nearest.map(restPath), atMost: 1.3 },
    'around a town': { paths: areas['around a town'].map(restPath), atMost: 1.3 },
    'along a way': { paths: areas['along a way'].map(restPath), atMost: 1.3 },
    'a price range, cheapest first': { paths: byPrice.map(restPath), atMost: 1.3 },
    facets: { paths: priceRanges.map(countsOf), atMost: 2 },
    ...searchKinds(searchesAnywhere, ''),
    ...searchKinds(searches, ' in a category'),
    suggestions: {
      paths: typedPrefixes.map((query) => queryPath('suggest', { query })),
      atMost: 1.3,
    },
    'similar listings': { paths: relatedPaths, atMost: 2 },
  };
}

function searchKinds(searches: typeof searchesAnywhere, where: string): Record<string, Kind> {
  return Object.fromEntries(
    searches.map(([kind, lists]) => {
      const work = `search for ${kind}${where}`;
      const paths = lists.map(restPath);
      if (hardlyAny.has(work)) return [work, { paths }];
      return [work, { paths, atMost: kind === 'a rare word' ? 1.3 : 2 }];
    }),
  );
}

/** Searches that find one to three of 10,000 listings, but more than a page of a million. */
const hardlyAny = new Set([
  'search for two common words in a category',
  'search for a word in 0.2 % in a category',
]);

/** Returns the requests for listings similar to some listings of any age. */
async function relatedPaths({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from listings where visible order by id limit 300',
  );
  return rows.map(({ id }) => queryPath('related', { id }));
}

/** Compares requests with many listings and with few, one after the other. */
export async function scaleBenchmark({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const few = await databases.withListings(scale.few);
  const many = await databases.withListings(scale.many);
  const small = await startMarketplace(few.url, directory);
  const large = await startMarketplace(many.url, directory);
  for (const { db } of [few, many]) await refreshSearchPhrases(db);
  const figures: Figure[] = [];
  for (const [kind, { paths, atMost }] of Object.entries(await kindsOf(few))) {
    const requestsOf = async (database: Database) =>
      inTurn(Array.isArray(paths) ? paths : await paths(database), bypassingCache);
    const [ofFew, ofMany] = [await requestsOf(few), await requestsOf(many)];
    const p99 = (url: string, requests: Requests) => async () => ({
      'p99 ms': quantile(await timesOf(url, requests, scale.calls), 0.99),
    });
    const work = `${kind}, ${scale.many} listings against ${scale.few}`;
    const targets: Contender['targets'] = atMost ? { 'p99 ms': { atMost } } : {};
    const limits = { 'p99 ms': { atMost: 50 } };
    const contender = { work, targets, limits, measure: p99(large.url, ofMany) };
    figures.push(...(await compare(scale.rounds, p99(small.url, ofFew), [contender])));
  }
  await Promise.all([small.stop(), large.stop()]);
  return figures;
}

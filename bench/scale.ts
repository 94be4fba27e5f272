import { towns } from '@marketplace/shared/regions/towns';
import type { Bench } from './bench.ts';
import type { Database } from './databases.ts';
import { compare, type Figure, quantile } from './measure.ts';
import { startMarketplace } from './processes.ts';
import {
  inTurn,
  type ListRequest,
  orders,
  passingCache,
  restPath,
  searches,
  shuffled,
  timesOf,
  trpcPath,
} from './requests.ts';

const priceRanges = Array.from({ length: 1_000 }, (_, n) => ({
  ...{ minPrice: String(n), maxPrice: String(n + 40) },
}));

interface Kind {
  lists: ListRequest[];
  /** How many times what few listings take many may take. */
  atMost: number;
  facets?: boolean;
}

/** Kinds of lists. Those by two filters are the fullest, so that few listings fill their pages, too. */
async function kindsOf({ pool }: Database): Promise<Record<string, Kind>> {
  const inOrders = async (columns: string) => {
    const { rows } = await pool.query<ListRequest>(
      `select ${columns} from listings where visible and deleted_at is null and town is not null
       group by 1, 2 order by count(*) desc limit 60`,
    );
    return shuffled(rows.flatMap((list) => orders.map((sort) => ({ ...list, sort }))));
  };
  const { common, uncommon, rare, misspelt } = searches;
  const two = common.map((list, n) => {
    const other = common[(n + 1) % common.length]?.search;
    return { ...list, search: `${list.search} ${other}` };
  });
  const byPrice = priceRanges.map((range) => ({ ...range, sort: 'price-asc' }));
  const nearest = towns.map(({ name }) => ({ sort: 'nearest', near: name }));
  return {
    browse: { lists: [{}], atMost: 1.3 },
    'category and town': { lists: await inOrders('category, town'), atMost: 1.3 },
    'condition and county': {
      lists: await inOrders(`condition, county || ' County' as town`),
      atMost: 1.3,
    },
    nearest: { lists: nearest, atMost: 1.3 },
    'a price range, cheapest first': { lists: byPrice, atMost: 1.3 },
    facets: { lists: priceRanges, atMost: 2, facets: true },
    'search for a common word': { lists: common, atMost: 2 },
    'search for two common words': { lists: two, atMost: 2 },
    'search for a word in 0.2 %': { lists: uncommon, atMost: 2 },
    'search for a rare word': { lists: rare, atMost: 1.3 },
    'search for a misspelt common word': { lists: misspelt, atMost: 2 },
  };
}

/** Lists of many listings against the same lists of few, one after the other. */
export async function scaleWork({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const few = await databases.withListings(scale.few);
  const many = await databases.withListings(scale.many);
  const small = await startMarketplace(few.url, directory);
  const large = await startMarketplace(many.url, directory);
  const figures: Figure[] = [];
  for (const [kind, { lists, atMost, facets }] of Object.entries(await kindsOf(few))) {
    const pathOf = (list: ListRequest) => (facets ? trpcPath('facets', list) : restPath(list));
    const requests = inTurn(lists, (list) => passingCache(pathOf(list)));
    const p99 = (url: string) => async () => ({
      'p99 ms': quantile(await timesOf(url, requests, scale.calls), 0.99),
    });
    const work = `${kind}, ${scale.many} listings against ${scale.few}`;
    const targets = { 'p99 ms': { atMost } };
    const limits = { 'p99 ms': { atMost: 50 } };
    const contender = { work, targets, limits, take: p99(large.url) };
    figures.push(...(await compare(scale.rounds, p99(small.url), [contender])));
  }
  await Promise.all([small.stop(), large.stop()]);
  return figures;
}

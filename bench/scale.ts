import type { Bench } from './bench.ts';
import { compare, type Figure, quantile } from './measure.ts';
import { startMarketplace } from './processes.ts';
import {
  inTurn,
  type ListRequest,
  passingCache,
  restPath,
  differentLists,
  searches,
  timesOf,
  trpcPath,
} from './requests.ts';

const priceRanges = Array.from({ length: 1_000 }, (_, n) => ({
  ...{ minPrice: String(n), maxPrice: String(n + 40) },
}));

/** Kinds of lists, and how many times what few listings take many may take. */
const kinds: Record<string, { lists: ListRequest[]; atMost: number; facets?: boolean }> = {
  browse: { lists: [{}], atMost: 1.3 },
  'category, place and order': { lists: differentLists, atMost: 1.3 },
  'a price range, cheapest first': {
    lists: priceRanges.map((range) => ({ ...range, sort: 'price-asc' })),
    atMost: 1.3,
  },
  facets: { lists: priceRanges, atMost: 2, facets: true },
  'search for a common word': { lists: searches.common, atMost: 2 },
  'search for a rare word': { lists: searches.rare, atMost: 1.3 },
  'search for two words': {
    lists: searches.common.map((list, n) => ({
      ...list,
      search: `${list.search} ${searches.common[n + 1]?.search ?? 'bench'}`,
    })),
    atMost: 1.3,
  },
  'search for a misspelt word': { lists: searches.misspelt, atMost: 1.3 },
};

/** Lists of many listings against the same lists of few, one after the other. */
export async function scaleWork({ databases, directory, scale }: Bench): Promise<Figure[]> {
  const few = await databases.withListings(scale.few);
  const many = await databases.withListings(scale.many);
  const small = await startMarketplace(few.url, directory);
  const large = await startMarketplace(many.url, directory);
  const figures: Figure[] = [];
  for (const [kind, { lists, atMost, facets }] of Object.entries(kinds)) {
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

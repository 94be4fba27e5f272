import { categories } from '@marketplace/shared/listings/constants';
import { townsAlong, townsWithin } from '@marketplace/shared/regions/areas';
import { type Town, towns } from '@marketplace/shared/regions/towns';
import { asker, type Requests, requestOf } from '@marketplace/server/test/raw-http';
import { time } from './measure.ts';

/**
 * A list or search in the parameters of the baseline. The marketplace calls `town` `location`, and
 * determines the `towns` of an area itself.
 */
export type ListRequest = Partial<
  Record<
    'category' | 'condition' | 'town' | 'towns' | 'sort' | 'search' | 'minPrice' | 'maxPrice',
    string
  > &
    Area
>;

/** An area in the parameters of the marketplace. The baseline ignores them. */
type Area = Partial<Record<'near' | 'from' | 'to' | 'within', string>>;

/** Returns a visitor's request. It has no cookie, so its response may come from the cache. */
export const asVisitor = (path: string): string => requestOf(path);

/** Returns a request with a meaningless cookie. It bypasses the cache. */
export const bypassingCache = (path: string): string => requestOf(path, { cookie: 'bench=1' });

export const floorPath = (list: ListRequest): string => `/list?${new URLSearchParams(list)}`;

/** Returns the path of the list in the marketplace's REST API. */
export const restPath = (list: ListRequest): string =>
  `/api/listings?${new URLSearchParams({ ...ours(list), limit: '24' })}`;

/** Returns the path of the page that shows the list. */
export const listPage = (list: ListRequest): string =>
  `/listings?${new URLSearchParams(ours(list))}`;

/** Returns the path of the list, or of the counts for its filters, over tRPC. */
export const trpcPath = (procedure: 'list' | 'facets', list: ListRequest): string =>
  queryPath(procedure, ours(list));

/** Returns the path of a query about listings over tRPC. */
export const queryPath = (procedure: string, input: object): string =>
  `/trpc/listings.${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;

const ours = ({ town, towns: _, ...list }: ListRequest) => ({
  ...list,
  ...(town && { location: town }),
});

export const orders = ['newest', 'price-asc', 'price-desc'];

/** Every combination of category, town and sort order, in random order: thousands of lists. */
export const differentLists: ListRequest[] = shuffled(
  categories.flatMap(({ value: category }) =>
    towns.flatMap(({ name: town }) => orders.map((sort) => ({ category, town, sort }))),
  ),
);

/**
 * Lists with the frequencies of real visits, where the first are much more frequent than the last:
 * all listings, then each category, then some combinations of a category and a town, 300 in all.
 */
export const popularLists = zipf([
  {},
  ...categories.map(({ value: category }) => ({ category })),
  ...differentLists.slice(0, 299 - categories.length),
]);

const looks = 'used vintage new solid sturdy small large';
const things = 'chair table desk sofa lamp';

/**
 * Words from the synthetic listings: common ones (in thousands of listings), pairs of these, words
 * in 0.2 %, words in sixty listings at any scale, and misspelled words in none.
 */
const words = {
  'a common word': `${looks} ${things}`.split(' '),
  'two common words': looks.split(' ').flatMap((a) => things.split(' ').map((b) => `${a} ${b}`)),
  'a word in 0.2 %': ['0007', '0142', '0815', '1024', '1776', '2001'].map((it) => `model${it}`),
  'a rare word': ['003', '042', '081', '102', '117', '150'].map((it) => `serial000${it}`),
  'a misspelt word': 'bicycle mattress dresser cabinet guitar keyboard helmet ladder'
    .split(' ')
    .flatMap(misspell),
};

/** Each text in each category at several lowest prices, so that none repeats in a second. */
export const searches = searchesWith(
  categories.flatMap(({ value: category }) =>
    ['1', '2', '3', '4'].map((minPrice) => ({ category, minPrice })),
  ),
);

/** The same texts in all categories. */
export const searchesAnywhere = searchesWith(
  Array.from({ length: 48 }, (_, n) => ({ minPrice: (1 + n / 100).toFixed(2) })),
);

/** Areas around each town, and along routes from each town to another: hundreds. */
export const areas = {
  'around a town': [10, 25].flatMap((within) =>
    towns.map((near) => {
      const area = { near: near.name, within: String(within) };
      return inTowns(townsWithin(near, within), { ...area, sort: 'newest' });
    }),
  ),
  'along a way': [3, 5, 10].flatMap((within) =>
    towns.flatMap((from, n) => {
      const to = towns[(7 * n + 13) % towns.length];
      if (!to || to === from) return [];
      const way = { from: from.name, to: to.name, within: String(within) };
      return [inTowns(townsAlong(from, to, within), { ...way, sort: 'along' })];
    }),
  ),
};

function inTowns(among: Town[], list: ListRequest): ListRequest {
  return { ...list, towns: among.map(({ name }) => name).join('|') };
}

/** The texts while a title is being typed, from two letters on. */
export const typedPrefixes = shuffled(
  ['used', 'vintage', 'sturdy', 'wooden', 'refurbished'].flatMap((look) =>
    ['chair', 'table', 'bicycle', 'dresser', 'keyboard'].flatMap((thing) => {
      const title = `${look} ${thing}`;
      return [...title].slice(1).map((_, at) => title.slice(0, at + 2));
    }),
  ),
);

/** Returns searches by kind: each text with each filter, in random order. */
function searchesWith(filters: ListRequest[]): [kind: string, lists: ListRequest[]][] {
  return Object.entries(words).map(([kind, texts]) => [
    kind,
    shuffled(
      texts.flatMap((search) => filters.map((list) => ({ ...list, search, sort: 'relevance' }))),
    ),
  ]);
}

/** Returns misspellings of a word, each without one of its inner letters. */
function misspell(word: string): string[] {
  const missing = [...word].slice(1, -1).map((_, at) => word.slice(0, at + 1) + word.slice(at + 2));
  return [...new Set(missing)];
}

/** Returns the requests in turn, from the beginning again after the last. */
export function inTurn<Item>(items: readonly Item[], request: (item: Item) => string): Requests {
  const requests = items.map(request);
  let n = 0;
  return () => requests[n++ % requests.length] as string;
}

/**
 * Returns the times of `calls` requests, one after the other, in ms. Uses a new connection, because
 * the server closes idle ones.
 */
export async function timesOf(url: string, requests: Requests, calls: number): Promise<number[]> {
  const { ask, close } = asker(url, requests);
  try {
    return await time(calls, ask);
  } finally {
    close();
  }
}

/** Returns ten thousand picks. The nth item occurs 1/n as often as the first, as with visitors. */
export function zipf<Item>(items: readonly Item[]): Item[] {
  const random = seededRandom();
  const sums: number[] = [];
  let sum = 0;
  for (let n = 1; n <= items.length; n++) sums.push((sum += 1 / n));
  return Array.from({ length: 10_000 }, () => {
    const at = random() * sum;
    return items[sums.findIndex((upTo) => upTo >= at)] as Item;
  });
}

export function shuffled<Item>(items: Item[]): Item[] {
  const random = seededRandom();
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** Returns a generator (Park and Miller) of the same numbers in each run, from 0 to 1. */
export function seededRandom(): () => number {
  let state = 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

import { categories } from '@marketplace/shared/listings/constants';
import { townsAlong, townsWithin } from '@marketplace/shared/regions/areas';
import { type Town, towns } from '@marketplace/shared/regions/towns';
import { asker, type Requests, requestOf } from '@marketplace/server/test/raw-http';
import { time } from './measure.ts';

/**
 * A list or search, in the parameters of the floor; the marketplace calls `town` `location`, and finds out
 * itself which `towns` an area has.
 */
export type ListRequest = Partial<
  Record<
    'category' | 'condition' | 'town' | 'towns' | 'sort' | 'search' | 'minPrice' | 'maxPrice',
    string
  > &
    Area
>;

/** An area, in the parameters of the marketplace, which the floor ignores. */
type Area = Partial<Record<'near' | 'from' | 'to' | 'within', string>>;

/** A visitor's request: with no cookie its answer may be shared. */
export const asVisitor = (path: string): string => requestOf(path);

/** The same with a cookie that means nothing, which is answered from the database each time. */
export const passingCache = (path: string): string => requestOf(path, { cookie: 'bench=1' });

export const floorPath = (list: ListRequest): string => `/list?${new URLSearchParams(list)}`;

/** The path of the same list in the marketplace over REST. */
export const restPath = (list: ListRequest): string =>
  `/api/listings?${new URLSearchParams({ ...ours(list), limit: '24' })}`;

/** The path of the page that shows the list. */
export const listPage = (list: ListRequest): string =>
  `/listings?${new URLSearchParams(ours(list))}`;

/** The path of the list, or of the counts of its filters, over tRPC. */
export const trpcPath = (procedure: 'list' | 'facets', list: ListRequest): string =>
  queryPath(procedure, ours(list));

/** The path of a query of listings over tRPC. */
export const queryPath = (procedure: string, input: object): string =>
  `/trpc/listings.${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;

const ours = ({ town, towns: _, ...list }: ListRequest) => ({
  ...list,
  ...(town && { location: town }),
});

export const orders = ['newest', 'price-asc', 'price-desc'];

/** Every town of every category in every order: thousands of lists, in an order without a pattern. */
export const differentLists: ListRequest[] = shuffled(
  categories.flatMap(({ value: category }) =>
    towns.flatMap(({ name: town }) => orders.map((sort) => ({ category, town, sort }))),
  ),
);

/**
 * Lists as visitors ask for them, the first far more often than the last: all listings, then each
 * category, then some of a category and a town, 300 in all.
 */
export const popularLists = zipf([
  {},
  ...categories.map(({ value: category }) => ({ category })),
  ...differentLists.slice(0, 299 - categories.length),
]);

const looks = 'used vintage new solid sturdy small large';
const things = 'chair table desk sofa lamp';

/**
 * Words of the synthetic listings: in thousands of them, two of those together, in 0.2 %, in sixty however many
 * there are, and in none because misspelt.
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

/** Each in each category at some lowest prices: hundreds, so that none repeats within a second. */
export const searches = searchesWith(
  categories.flatMap(({ value: category }) =>
    ['1', '2', '3', '4'].map((minPrice) => ({ category, minPrice })),
  ),
);

/** The same everywhere. */
export const searchesAnywhere = searchesWith(
  Array.from({ length: 48 }, (_, n) => ({ minPrice: (1 + n / 100).toFixed(2) })),
);

/** Around each town, and along ways from each town to another: hundreds. */
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

/** What a search is while a title is typed, from two letters on. */
export const beginnings = shuffled(
  ['used', 'vintage', 'sturdy', 'wooden', 'refurbished'].flatMap((look) =>
    ['chair', 'table', 'bicycle', 'dresser', 'keyboard'].flatMap((thing) => {
      const title = `${look} ${thing}`;
      return [...title].slice(1).map((_, at) => title.slice(0, at + 2));
    }),
  ),
);

/** The searches by their kind, each text with each filter, in an order without a pattern. */
function searchesWith(filters: ListRequest[]): [kind: string, lists: ListRequest[]][] {
  return Object.entries(words).map(([kind, texts]) => [
    kind,
    shuffled(
      texts.flatMap((search) => filters.map((list) => ({ ...list, search, sort: 'relevance' }))),
    ),
  ]);
}

/** A word without each of its letters but the first and last, in turn. */
function misspell(word: string): string[] {
  const missing = [...word].slice(1, -1).map((_, at) => word.slice(0, at + 1) + word.slice(at + 2));
  return [...new Set(missing)];
}

/** The requests one after the other, again and again. */
export function inTurn<Item>(items: readonly Item[], request: (item: Item) => string): Requests {
  const requests = items.map(request);
  let n = 0;
  return () => requests[n++ % requests.length] as string;
}

/** Milliseconds of so many requests, one after the other, over a new connection: idle ones are closed. */
export async function timesOf(url: string, requests: Requests, calls: number): Promise<number[]> {
  const { ask, close } = asker(url, requests);
  try {
    return await time(calls, ask);
  } finally {
    close();
  }
}

/** Ten thousand picks as many visitors make them: the n-th item is asked 1/n as often as the first. */
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

/** The same numbers in each run, from 0 to 1 (Park and Miller). */
export function seededRandom(): () => number {
  let state = 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

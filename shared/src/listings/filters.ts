import {
  categories,
  type Category,
  type ConditionFilter,
  conditionFilters,
  type ListingKind,
  listingKinds,
  type ListingSort,
  listingsPerPage,
  nearMiles,
  wayMiles,
} from './constants.ts';
import type { UnderstoodView } from './views.ts';
import { shortPlainPrice } from '../money.ts';
import { type filterParameters, listingsFeedPath } from '../paths.ts';

export const sorts = [
  { value: 'relevance', label: 'Most relevant' },
  { value: 'newest', label: 'Newest first' },
  { value: 'price-asc', label: 'Lowest price' },
  { value: 'price-desc', label: 'Highest price' },
  { value: 'nearest', label: 'Nearest to…' },
  { value: 'along', label: 'Along the way' },
] as const satisfies { value: ListingSort; label: string }[];

/**
 * The filters and sort order of a list, none of them set. Empty text means no filter. Prices are
 * decimals in their shortest form ('12', '9.50'). `near` is the town for the order 'nearest' and
 * for an area around a town.
 */
export const noFilters = {
  search: '',
  /** 'true' searches for exactly what was typed. */
  literal: '' as 'true' | '',
  category: '' as Category | '',
  location: '',
  minPrice: '',
  maxPrice: '',
  condition: '' as ConditionFilter | '',
  featured: '' as 'true' | '',
  /** 'all' includes reserved listings. */
  availability: '' as 'all' | '',
  /** Empty for the default order, which is `defaultSort`. */
  sort: '' as ListingSort | '',
  near: '',
  /** The two ends of a route to search along. */
  from: '',
  to: '',
  /** Miles from the town `near`, or from the route. */
  within: '',
  /** Words that a listing must not contain. */
  exclude: '',
  /** The greatest age in days. */
  postedWithin: '',
  withPhoto: '' as 'true' | '',
  free: '' as 'true' | '',
  kind: '' as ListingKind | '',
  /** The cursor of the first listing, in a link to a further page. */
  after: '',
} satisfies Record<(typeof filterParameters)[number], string>;

export type ListingFilters = typeof noFilters;

/** Clears the area around a town or along a route. */
export const noArea = { near: '', from: '', to: '', within: '' };

/** The default distance from a route, in miles. */
export const defaultWayMiles = '5';

/** The greatest lengths that the server accepts. Longer text in an address is cut. */
const searchMaxLength = 200;
const locationMaxLength = 120;

/** Returns the order of a list if the user chose none. */
export function defaultSort({ search, to }: ListingFilters): ListingSort {
  if (to) return 'along';
  return search ? 'relevance' : 'newest';
}

/** Returns the filters with these values, which come from an address or the server. */
export function filtersOfValues(values: object): ListingFilters {
  const entries = Object.entries(values).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return readFilters(new URLSearchParams(entries));
}

/** Adds the filters that the server understood from the search, which keeps its remaining words. */
export function withUnderstood(filters: ListingFilters, understood?: UnderstoodView) {
  if (!understood) return filters;
  return filtersOfValues({ ...filters, ...understood.filters, search: understood.search });
}

/** Reads the filters from an address. Unknown and blank values mean no filter. */
export function readFilters(params: URLSearchParams): ListingFilters {
  const valueOf = (name: keyof ListingFilters) => params.get(name) ?? '';
  const text = (name: keyof ListingFilters, maxLength: number) =>
    valueOf(name).toWellFormed().replaceAll('\0', '').trim().slice(0, maxLength);
  const place = (name: keyof ListingFilters) => text(name, locationMaxLength);
  const flag = (name: keyof ListingFilters) => (valueOf(name) === 'true' ? 'true' : '');
  const wholeNumber = (name: keyof ListingFilters) =>
    /^[1-9]\d{0,2}$/.exec(valueOf(name))?.[0] ?? '';
  return cleanFilters({
    search: text('search', searchMaxLength),
    literal: flag('literal'),
    category: oneOf(categories, valueOf('category')),
    location: place('location'),
    minPrice: shortPlainPrice(valueOf('minPrice')) ?? '',
    maxPrice: shortPlainPrice(valueOf('maxPrice')) ?? '',
    condition: oneOf(conditionFilters, valueOf('condition')),
    featured: flag('featured'),
    availability: valueOf('availability') === 'all' ? 'all' : '',
    sort: oneOf(sorts, valueOf('sort')),
    near: place('near'),
    from: place('from'),
    to: place('to'),
    within: wholeNumber('within'),
    exclude: text('exclude', searchMaxLength),
    postedWithin: wholeNumber('postedWithin'),
    withPhoto: flag('withPhoto'),
    free: flag('free'),
    kind: oneOf(listingKinds, valueOf('kind')),
    after: /^[\w~.-]{1,200}$/.exec(valueOf('after'))?.[0] ?? '',
  });
}

function oneOf<Value extends string>(known: readonly { value: Value }[], value: string) {
  return known.find((one) => one.value === value)?.value ?? '';
}

/**
 * Returns the filters that are set as a query, in one fixed order. A changed list starts at its
 * first page, so only links pass `after`.
 */
export function writeFilters(filters: ListingFilters, after = ''): URLSearchParams {
  const clean = cleanFilters({ ...filters, search: filters.search.trim(), after });
  return new URLSearchParams(Object.entries(clean).filter(([, value]) => value !== ''));
}

/** Returns the path of a link to the page at `action` with these filters. */
export function filtersPath(action: string, filters: ListingFilters, after?: string): string {
  const query = writeFilters(filters, after).toString();
  return query ? `${action}?${query}` : action;
}

/** Returns the path of the feed of a list, which is always newest first and has no further pages. */
export function feedPath(filters: ListingFilters): string {
  return filtersPath(listingsFeedPath, { ...filters, sort: '' });
}

/** Returns the filters as server input, for the list and for the counts of the options. */
export function filterInput(filters: ListingFilters) {
  const { near, from, to } = filters;
  const within = Number(filters.within) || undefined;
  const isWay = from !== '' && to !== '';
  return {
    search: filters.search || undefined,
    literal: filters.literal === 'true' || undefined,
    category: filters.category || undefined,
    location: filters.location || undefined,
    minPrice: filters.minPrice || undefined,
    maxPrice: filters.maxPrice || undefined,
    condition: filters.condition || undefined,
    featured: filters.featured === 'true' || undefined,
    availability: filters.availability || undefined,
    // Only a complete area is a filter.
    ...(within && (isWay ? { from, to, within } : near && { near, within })),
    exclude: filters.exclude || undefined,
    postedWithin: Number(filters.postedWithin) || undefined,
    withPhoto: filters.withPhoto === 'true' || undefined,
    free: filters.free === 'true' || undefined,
    kind: filters.kind || undefined,
  };
}

/** Returns the input of a list, the same on the server, so that the page finds it in its cache. */
export function listInput(filters: ListingFilters) {
  const { sort, near } = filters;
  // The order 'nearest' needs a town.
  const isReady = sort !== 'nearest' || near !== '';
  return {
    ...filterInput(filters),
    sort: (isReady && sort) || undefined,
    near: near || undefined,
    after: filters.after || undefined,
    fold: true,
    limit: listingsPerPage,
  };
}

/** True for the first page of all listings in the default order, which has the featured row. */
export function isWholeList(filters: ListingFilters): boolean {
  return filtersPath('', filters, filters.after) === '';
}

export function isPriceRangeEmpty({ minPrice, maxPrice }: ListingFilters): boolean {
  return minPrice !== '' && maxPrice !== '' && Number(minPrice) > Number(maxPrice);
}

export const emptyRangeText = 'The lowest price is higher than the highest.';

/**
 * Drops filters without effect: an order that is the default or impossible, and unused places and
 * distances. An area replaces a location, and a route replaces the area around a town. A price
 * replaces 'free'. Without a search, nothing is literal.
 */
function cleanFilters(filters: ListingFilters): ListingFilters {
  const isWay = filters.from !== '' && filters.to !== '';
  const isKnown = (isWay ? wayMiles : nearMiles).map(String).includes(filters.within);
  const within = isKnown ? filters.within : isWay ? defaultWayMiles : '';
  const isAround = !isWay && filters.near !== '' && within !== '';
  const next: ListingFilters = {
    ...filters,
    ...((isWay || isAround) && { location: '' }),
    ...(!isWay && { from: '', to: '' }),
    within: isWay || isAround ? within : '',
    ...(filters.search === '' && { literal: '' as const }),
    ...((filters.minPrice !== '' || filters.maxPrice !== '') && { free: '' as const }),
  };
  const { sort, search } = next;
  const impossible =
    (sort === 'relevance' && search === '') ||
    (sort === 'along' && !isWay) ||
    (sort === 'nearest' && isWay);
  if (impossible || sort === defaultSort(next)) next.sort = '';
  if (isWay || (!isAround && next.sort !== 'nearest')) next.near = '';
  return next;
}

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
} from '@marketplace/shared/listings/constants';
import type { UnderstoodView } from '@marketplace/shared/listings/views';
import { shortPlainPrice } from '@marketplace/shared/money';
import type { filterParameters } from '@marketplace/shared/paths';

/** The sort orders of a list with their labels. */
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
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)]);
  return readFilters(new URLSearchParams(texts));
}

/** Adds the filters that the server understood from the search, which keeps its remaining words. */
export function withUnderstood(
  filters: ListingFilters,
  understood: UnderstoodView | undefined,
): ListingFilters {
  if (!understood) return filters;
  return filtersOfValues({ ...filters, ...understood.filters, search: understood.search });
}

/** Reads the filters from an address. Unknown and blank values mean no filter. */
export function readFilters(params: URLSearchParams): ListingFilters {
  const search = trimmed(params.get('search'), searchMaxLength);
  return cleanFilters({
    search,
    literal: params.get('literal') === 'true' ? 'true' : '',
    category: oneOf(categories, params.get('category')),
    location: trimmed(params.get('location'), locationMaxLength),
    minPrice: shortPlainPrice(params.get('minPrice') ?? '') ?? '',
    maxPrice: shortPlainPrice(params.get('maxPrice') ?? '') ?? '',
    condition: oneOf(conditionFilters, params.get('condition')),
    featured: params.get('featured') === 'true' ? 'true' : '',
    availability: params.get('availability') === 'all' ? 'all' : '',
    sort: oneOf(sorts, params.get('sort')),
    near: trimmed(params.get('near'), locationMaxLength),
    from: trimmed(params.get('from'), locationMaxLength),
    to: trimmed(params.get('to'), locationMaxLength),
    within: wholeNumber(params.get('within')),
    exclude: trimmed(params.get('exclude'), searchMaxLength),
    postedWithin: wholeNumber(params.get('postedWithin')),
    withPhoto: params.get('withPhoto') === 'true' ? 'true' : '',
    free: params.get('free') === 'true' ? 'true' : '',
    kind: oneOf(listingKinds, params.get('kind')),
    after: /^[\w~.-]{1,200}$/.exec(params.get('after') ?? '')?.[0] ?? '',
  });
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

/** Returns the filters as server input, for the list and for the counts of the options. */
export function filterInput(filters: ListingFilters) {
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
    ...areaInput(filters),
    exclude: filters.exclude || undefined,
    postedWithin: Number(filters.postedWithin) || undefined,
    withPhoto: filters.withPhoto === 'true' || undefined,
    free: filters.free === 'true' || undefined,
    kind: filters.kind || undefined,
  };
}

/** Returns the area if all of it is chosen. */
function areaInput({ near, from, to, within }: ListingFilters) {
  const miles = Number(within) || undefined;
  if (from && to && miles) return { from, to, within: miles };
  return near && miles ? { near, within: miles } : {};
}

/**
 * Returns the input of a filtered list. The server renders with the same input, so that the page
 * finds the result in its cache.
 */
export function listInput(filters: ListingFilters) {
  const { sort, near } = filters;
  // The order 'nearest' needs a town.
  const ready = sort !== 'nearest' || near !== '';
  return {
    ...filterInput(filters),
    sort: (ready && sort) || undefined,
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

/** True if the lowest price is above the highest. */
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
  const within =
    milesOf(filters.within, isWay ? wayMiles : nearMiles) || (isWay ? defaultWayMiles : '');
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

/** The default distance from a route, in miles. */
export const defaultWayMiles = '5';

function milesOf(text: string, allowed: readonly number[]): string {
  return allowed.some((miles) => String(miles) === text) ? text : '';
}

/** Returns a whole number from 1 to 999 as text; '' for anything else. */
function wholeNumber(text: string | null): string {
  return /^[1-9]\d{0,2}$/.exec(text ?? '')?.[0] ?? '';
}

function oneOf<Value extends string>(
  known: readonly { value: Value }[],
  value: string | null,
): Value | '' {
  return known.find((one) => one.value === value)?.value ?? '';
}

function trimmed(value: string | null, maxLength: number): string {
  return (value ?? '').toWellFormed().replaceAll('\0', '').trim().slice(0, maxLength);
}

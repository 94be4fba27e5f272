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

/** The orders of a list with their names in the menu. */
export const sorts = [
  { value: 'relevance', label: 'Most relevant' },
  { value: 'newest', label: 'Newest first' },
  { value: 'price-asc', label: 'Lowest price' },
  { value: 'price-desc', label: 'Highest price' },
  { value: 'nearest', label: 'Nearest to…' },
  { value: 'along', label: 'Along the way' },
] as const satisfies { value: ListingSort; label: string }[];

/**
 * The filters of a list and its order, none of them set. Empty text is no filter. Prices are decimals
 * in their shortest form ('12', '9.50'). `near` is the town of the order 'nearest' and of the area around it.
 */
export const noFilters = {
  search: '',
  /** Searches for exactly what was typed. */
  literal: '' as 'true' | '',
  category: '' as Category | '',
  location: '',
  minPrice: '',
  maxPrice: '',
  condition: '' as ConditionFilter | '',
  featured: '' as 'true' | '',
  /** Reserved listings too. */
  availability: '' as 'all' | '',
  /** Empty for the usual order: `usualSort`. */
  sort: '' as ListingSort | '',
  near: '',
  /** The ends of a way, along which to look. */
  from: '',
  to: '',
  /** Miles from the town `near`, or from the way. */
  within: '',
  /** Words that a listing must not have. */
  exclude: '',
  /** In days. */
  postedWithin: '',
  withPhoto: '' as 'true' | '',
  free: '' as 'true' | '',
  kind: '' as ListingKind | '',
  /** The cursor of the first listing, in a link to a further page. */
  after: '',
} satisfies Record<(typeof filterParameters)[number], string>;

export type ListingFilters = typeof noFilters;

/** Neither the area around a town nor one along a way; nor a town that is near. */
export const noArea = { near: '', from: '', to: '', within: '' };

/** Lengths the server accepts; longer text in an address is cut. */
const searchMaxLength = 200;
const locationMaxLength = 120;

/** The order of a list unless another is chosen. */
export function usualSort({ search, to }: ListingFilters): ListingSort {
  if (to) return 'along';
  return search ? 'relevance' : 'newest';
}

/** Returns the filters that have these values, as an address or the server has them. */
export function filtersOfValues(values: object): ListingFilters {
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)]);
  return readFilters(new URLSearchParams(texts));
}

/** Returns the filters and those that were read from their search, which then has the words that are left. */
export function withUnderstood(
  filters: ListingFilters,
  understood: UnderstoodView | undefined,
): ListingFilters {
  if (!understood) return filters;
  return filtersOfValues({ ...filters, ...understood.filters, search: understood.search });
}

/** The filters in an address. Unknown values and blanks are no filter. */
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
 * The filters as the query of an address, those that are set and in one fixed order. A changed list
 * starts at its beginning, so only links have `after`.
 */
export function writeFilters(filters: ListingFilters, after = ''): URLSearchParams {
  const clean = cleanFilters({ ...filters, search: filters.search.trim(), after });
  return new URLSearchParams(Object.entries(clean).filter(([, value]) => value !== ''));
}

/** The address of the page at `action` with these filters, for a link. */
export function filtersPath(action: string, filters: ListingFilters, after?: string): string {
  const query = writeFilters(filters, after).toString();
  return query ? `${action}?${query}` : action;
}

/** The filters as the server's input, for a list and for the counts beside the options. */
export function narrowInput(filters: ListingFilters) {
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

/** The area, once all of it is chosen. */
function areaInput({ near, from, to, within }: ListingFilters) {
  const miles = Number(within) || undefined;
  if (from && to && miles) return { from, to, within: miles };
  return near && miles ? { near, within: miles } : {};
}

/** Input of a filtered list. The page and the server use the same one, so that what was rendered is found in the cache. */
export function listInput(filters: ListingFilters) {
  const { sort, near } = filters;
  // Without a town there is nothing to be near to.
  const ready = sort !== 'nearest' || near !== '';
  return {
    ...narrowInput(filters),
    sort: (ready && sort) || undefined,
    near: near || undefined,
    after: filters.after || undefined,
    fold: true,
    limit: listingsPerPage,
  };
}

/** True for the start of all listings in the usual order, where the featured row is shown. */
export function isWholeList(filters: ListingFilters): boolean {
  return filtersPath('', filters, filters.after) === '';
}

/** True where no price can lie between the two. */
export function isPriceRangeEmpty({ minPrice, maxPrice }: ListingFilters): boolean {
  return minPrice !== '' && maxPrice !== '' && Number(minPrice) > Number(maxPrice);
}

export const emptyRangeText = 'The lowest price is higher than the highest.';

/**
 * Drops an order that is the usual one or impossible, and places and distances that nothing uses: an area
 * is instead of a location, and a way instead of the area around a town. 'Free' is not beside other prices.
 * Without a search, nothing is literal.
 */
function cleanFilters(filters: ListingFilters): ListingFilters {
  const isWay = filters.from !== '' && filters.to !== '';
  const within =
    milesOf(filters.within, isWay ? wayMiles : nearMiles) || (isWay ? usualWayMiles : '');
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
  if (impossible || sort === usualSort(next)) next.sort = '';
  if (isWay || (!isAround && next.sort !== 'nearest')) next.near = '';
  return next;
}

/** How far from a way, where nobody says. */
export const usualWayMiles = '5';

function milesOf(text: string, allowed: readonly number[]): string {
  return allowed.some((miles) => String(miles) === text) ? text : '';
}

/** A whole number as text; '' for anything else. */
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

import {
  categories,
  type Category,
  type Condition,
  conditions,
  type ListingSort,
  listingsPerPage,
} from '@marketplace/shared/listings/constants';
import { canonicalPrice } from '@marketplace/shared/money';

/** The orders of a list with their names in the menu. */
export const sorts = [
  { value: 'relevance', label: 'Most relevant' },
  { value: 'newest', label: 'Newest first' },
  { value: 'price-asc', label: 'Lowest price' },
  { value: 'price-desc', label: 'Highest price' },
  { value: 'nearest', label: 'Nearest to…' },
] as const satisfies { value: ListingSort; label: string }[];

/**
 * The filters of a list and its order, none of them set. Empty text is no filter. Prices are decimals
 * in their shortest form ('12', '9.50'); `near` is the town of the order 'nearest'.
 */
export const noFilters = {
  search: '',
  category: '' as Category | '',
  location: '',
  minPrice: '',
  maxPrice: '',
  condition: '' as Condition | '',
  featured: '' as 'true' | '',
  /** Reserved listings too. */
  availability: '' as 'all' | '',
  /** Empty for the usual order: `usualSort`. */
  sort: '' as ListingSort | '',
  near: '',
  /** The cursor of the first listing, in a link to a further page. */
  from: '',
};

export type ListingFilters = typeof noFilters;

/** Lengths the server accepts; longer text in an address is cut. */
const searchMaxLength = 200;
const locationMaxLength = 120;

/** The order of a list unless another is chosen. */
export function usualSort({ search }: ListingFilters): ListingSort {
  return search ? 'relevance' : 'newest';
}

/** The filters in an address. Unknown values and blanks are no filter. */
export function readFilters(params: URLSearchParams): ListingFilters {
  const search = trimmed(params.get('search'), searchMaxLength);
  return cleanFilters({
    search,
    category: oneOf(categories, params.get('category')),
    location: trimmed(params.get('location'), locationMaxLength),
    minPrice: readPrice(params.get('minPrice') ?? '') ?? '',
    maxPrice: readPrice(params.get('maxPrice') ?? '') ?? '',
    condition: oneOf(conditions, params.get('condition')),
    featured: params.get('featured') === 'true' ? 'true' : '',
    availability: params.get('availability') === 'all' ? 'all' : '',
    sort: oneOf(sorts, params.get('sort')),
    near: trimmed(params.get('near'), locationMaxLength),
    from: /^[\w~.-]{1,200}$/.exec(params.get('from') ?? '')?.[0] ?? '',
  });
}

/**
 * The filters as the query of an address, those that are set and in one fixed order. A changed list
 * starts at its beginning, so only links have `from`.
 */
export function writeFilters(filters: ListingFilters, from = ''): URLSearchParams {
  const clean = cleanFilters({ ...filters, search: filters.search.trim(), from });
  return new URLSearchParams(Object.entries(clean).filter(([, value]) => value !== ''));
}

/** The address of the page at `action` with these filters, for a link. */
export function filtersPath(action: string, filters: ListingFilters, from?: string): string {
  const query = writeFilters(filters, from).toString();
  return query ? `${action}?${query}` : action;
}

/** The filters as the server's input, for a list and for the counts beside the options. */
export function narrowInput(filters: ListingFilters) {
  return {
    search: filters.search || undefined,
    category: filters.category || undefined,
    location: filters.location || undefined,
    minPrice: filters.minPrice || undefined,
    maxPrice: filters.maxPrice || undefined,
    condition: filters.condition || undefined,
    featured: filters.featured === 'true' || undefined,
    availability: filters.availability || undefined,
  };
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
    from: filters.from || undefined,
    fold: true,
    limit: listingsPerPage,
  };
}

/** True for the start of all listings in the usual order, where the featured row is shown. */
export function isWholeList(filters: ListingFilters): boolean {
  return filtersPath('', filters, filters.from) === '';
}

/** True where no price can lie between the two. */
export function isPriceRangeEmpty({ minPrice, maxPrice }: ListingFilters): boolean {
  return minPrice !== '' && maxPrice !== '' && Number(minPrice) > Number(maxPrice);
}

export const emptyRangeText = 'The lowest price is higher than the highest.';

/** A price as people type it ('$1,200') in its shortest form ('1200'); null where it is not a price. */
export function readPrice(text: string): string | null {
  const bare = text.replace(/[$,\s]/g, '');
  return bare === '' ? '' : (canonicalPrice(bare)?.replace(/\.00$/, '') ?? null);
}

/** Drops an order that is the usual one, and a town that the order does not use. */
function cleanFilters(filters: ListingFilters): ListingFilters {
  const impossible = filters.sort === 'relevance' && filters.search === '';
  const sort = impossible || filters.sort === usualSort(filters) ? '' : filters.sort;
  return { ...filters, sort, near: sort === 'nearest' ? filters.near : '' };
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

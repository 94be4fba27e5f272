import { listingsPerPage } from '@marketplace/shared/listings/constants';
import type { ListingFilters } from './filters.ts';

/** What narrows a list, and the counts beside the options. */
export function narrowInput(filters: ListingFilters) {
  return {
    search: filters.search || undefined,
    category: filters.category || undefined,
    location: filters.location || undefined,
    minPrice: filters.minPrice || undefined,
    maxPrice: filters.maxPrice || undefined,
    condition: filters.condition || undefined,
    featured: filters.featured === 'true' || undefined,
  };
}

/** The input of a list narrowed by filters. The page and the server use this one, so that what was rendered is found. */
export function listInput(filters: ListingFilters) {
  const { sort, near } = filters;
  // Until a town is chosen there is nothing to be near to.
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

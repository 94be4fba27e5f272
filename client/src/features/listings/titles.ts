import { getQueryKey } from '@trpc/react-query';
import { categoryLabel } from '@marketplace/shared/listings/constants';
import type { ListingView } from '@marketplace/shared/listings/views';
import { filterLocations } from '@marketplace/shared/regions/filter-locations';
import { trpc } from '../../api/trpc.ts';
import type { HeadContext } from '../../api/prefetch.ts';
import { type ListingFilters, readFilters } from './browse/filters.ts';

/** The filters in titles and canonical addresses, without unknown towns: anyone could write a title. */
export function indexedFilters(filters: ListingFilters): { category?: string; location?: string } {
  const location = filterLocations.find((town) => town === filters.location);
  return { category: filters.category || undefined, location };
}

/** 'Furniture in Troy', 'Listings'. */
export function browseTitle({ search }: Pick<HeadContext, 'search'>): string {
  const filters = readFilters(search);
  const { category, location } = indexedFilters(filters);
  const what = category
    ? categoryLabel(category)
    : filters.featured
      ? 'Featured Listings'
      : 'Listings';
  return location ? `${what} in ${location}` : what;
}

/** The cached listing of a page, or its error. */
export function fetchedListing({ queryClient, params }: HeadContext) {
  const key = getQueryKey(trpc.listings.byId, { id: params.id ?? '' }, 'query');
  return queryClient.getQueryState<ListingView, unknown>(key);
}

import { getQueryKey } from '@trpc/react-query';
import { listedText } from '@marketplace/shared/listings/filter-text';
import type { ListingView } from '@marketplace/shared/listings/views';
import { filterLocations } from '@marketplace/shared/regions/filter-locations';
import { trpc } from '../../api/trpc.ts';
import type { RouteContext } from '../../api/prefetch.ts';
import type { ListingFilters } from './browse/filters.ts';

/** The filters in titles and canonical addresses, without unknown towns: anyone could write a title. */
export function indexedFilters(filters: ListingFilters): { category?: string; location?: string } {
  const location = filterLocations.find((town) => town === filters.location);
  return { category: filters.category || undefined, location };
}

/** 'Furniture matching “oak” in Troy', 'Listings'. Price and condition would be too much for a title. */
export function browseTitle(filters: ListingFilters): string {
  const { search, literal, category, featured } = filters;
  const { location = '' } = indexedFilters(filters);
  return listedText({ search, literal, category, location, featured });
}

/** The cached listing of a page, or its error. */
export function fetchedListing({ queryClient, params }: RouteContext) {
  const key = getQueryKey(trpc.listings.byId, { id: params.id ?? '' }, 'query');
  return queryClient.getQueryState<ListingView, unknown>(key);
}

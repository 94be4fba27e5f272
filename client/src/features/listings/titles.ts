import { getQueryKey } from '@trpc/react-query';
import { isolated } from '@marketplace/shared/direction';
import { listedText } from '@marketplace/shared/listings/filter-text';
import type { ListingFilters } from '@marketplace/shared/listings/filters';
import type { ListingView, MissingListingView } from '@marketplace/shared/listings/views';
import { filterLocations } from '@marketplace/shared/regions/filter-locations';
import { trpc } from '../../api/trpc.ts';
import type { RouteContext } from '../../api/prefetch.ts';

/**
 * Returns the filters for titles and canonical addresses, without unknown towns, which anyone could
 * make up.
 */
export function indexedFilters(filters: ListingFilters): { category?: string; location?: string } {
  const location = filterLocations.find((town) => town === filters.location);
  return { category: filters.category || undefined, location };
}

/** Returns 'Listings' or 'Furniture matching “oak” in Troy', without price and condition. */
export function browseTitle(filters: ListingFilters): string {
  const { search, literal, category, featured } = filters;
  const { location = '' } = indexedFilters(filters);
  return listedText({ search, literal, category, location, featured });
}

/** Returns the query state of the page's listing, with the listing or an error. */
export function fetchedListing({ queryClient, params }: RouteContext) {
  const key = getQueryKey(trpc.listings.byId, { id: params.id ?? '' }, 'query');
  return queryClient.getQueryState<ListingView, unknown>(key);
}

/** Returns the document title for a missing listing: 'Oak desk – no longer available'. */
export function missingTitle(missing: MissingListingView | undefined): string {
  return missing?.title ? `${isolated(missing.title)} – no longer available` : 'Listing not found';
}

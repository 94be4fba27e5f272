import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '../../../api/trpc.ts';
import {
  isWholeList,
  listInput,
  type ListingFilters,
  filterInput,
  withUnderstood,
} from './filters.ts';
import { useFilters } from './use-filters.ts';

/** How long unmounted lists stay cached, in ms. A user who returns then finds all their pages. */
const gcTime = 60 * 60_000;

/**
 * Returns what a page of listings at `action` shows: its filters, their listings, and the featured
 * row. `given` are the filters in the address; `filters` adds those understood from the search.
 */
export function useFiltering(action: string) {
  const [given, onChange] = useFilters();
  const query = useListings(given);
  const understood = query.isPlaceholderData ? undefined : query.data?.pages[0]?.understood;
  const filters = withUnderstood(given, understood);
  // Counted after the listings are fetched.
  const { data: facets, isPlaceholderData } = trpc.listings.facets.useQuery(filterInput(given), {
    enabled: query.isSuccess && !query.isPlaceholderData,
    placeholderData: keepPreviousData,
    gcTime,
  });
  const found = countListed(given, query) ?? (isPlaceholderData ? undefined : facets?.total);
  const featured = useFeatured(given);
  return { action, given, understood, filters, onChange, query, facets, found, featured };
}

export type Filtering = ReturnType<typeof useFiltering>;

/** Fetches the matching listings page by page. The previous list stays while another is fetched. */
function useListings(filters: ListingFilters) {
  const query = trpc.listings.list.useInfiniteQuery(listInput(filters), {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    gcTime,
  });
  return { ...query, listings: query.data?.pages.flatMap((page) => page.items) };
}

/** Returns how many listings match if all of them are loaded. */
function countListed(filters: ListingFilters, query: ReturnType<typeof useListings>) {
  const { listings, hasNextPage, isPlaceholderData } = query;
  if (!listings || hasNextPage || isPlaceholderData || filters.after) return undefined;
  const folded = listings.map(({ moreFromSeller = 0 }) => moreFromSeller);
  return { count: folded.reduce((sum, count) => sum + count, listings.length) };
}

/** Returns the featured row, without listings while they are loading; null if there is none. */
function useFeatured(filters: ListingFilters) {
  const enabled = isWholeList(filters);
  const { data, isPending } = trpc.listings.featured.useQuery(undefined, { enabled });
  return enabled && (isPending || data?.length) ? { listings: data } : null;
}

import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '../../../api/trpc.ts';
import { isWholeList, type ListingFilters } from './filters.ts';
import { listInput, narrowInput } from './list-input.ts';

/**
 * How long pages that are not on screen are kept, in ms: whoever comes back from a long read finds
 * the list as long as it was.
 */
const kept = 60 * 60_000;

/** The listings that match, page after page. What was shown stays while other filters are fetched. */
export function useListings(filters: ListingFilters) {
  const query = trpc.listings.list.useInfiniteQuery(listInput(filters), {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    gcTime: kept,
  });
  return { ...query, listings: query.data?.pages.flatMap((page) => page.items) };
}

/** The featured row, where there is one: with listings, or without them while they are loading. */
export function useFeatured(filters: ListingFilters) {
  const enabled = isWholeList(filters);
  const { data, isPending } = trpc.listings.featured.useQuery(undefined, { enabled });
  return enabled && (isPending || data?.length) ? { listings: data } : null;
}

/** How many listings match, and how many each option would leave; counted once the listings are there. */
export function useFacets(filters: ListingFilters) {
  const { isSuccess, isPlaceholderData } = useListings(filters);
  const { data } = trpc.listings.facets.useQuery(narrowInput(filters), {
    enabled: isSuccess && !isPlaceholderData,
    placeholderData: keepPreviousData,
    gcTime: kept,
  });
  return data;
}

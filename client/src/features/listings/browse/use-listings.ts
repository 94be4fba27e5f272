import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '../../../api/trpc.ts';
import type { FilterProps } from './FilterBar.tsx';
import { isWholeList, listInput, type ListingFilters, narrowInput } from './filters.ts';
import { useFilters } from './use-filters.ts';

/** How long unmounted pages stay cached, in ms: after a long read, the list is as long as before. */
const gcTime = 60 * 60_000;

/** The listings that match, page after page. The list shown stays while another is fetched. */
export function useListings(filters: ListingFilters) {
  const query = trpc.listings.list.useInfiniteQuery(listInput(filters), {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    gcTime,
  });
  return { ...query, listings: query.data?.pages.flatMap((page) => page.items) };
}

/** The featured row, where there is one: with listings, or without them while they are loading. */
export function useFeatured(filters: ListingFilters) {
  const enabled = isWholeList(filters);
  const { data, isPending } = trpc.listings.featured.useQuery(undefined, { enabled });
  return enabled && (isPending || data?.length) ? { listings: data } : null;
}

/** What the filters and the results of the page at `action` need. */
export function useFiltering(action: string): FilterProps {
  const [filters, onChange] = useFilters();
  return { action, filters, onChange, facets: useFacets(filters) };
}

/** How many listings match, and how many with each option; counted after the listings are fetched. */
function useFacets(filters: ListingFilters) {
  const { isSuccess, isPlaceholderData } = useListings(filters);
  const { data } = trpc.listings.facets.useQuery(narrowInput(filters), {
    enabled: isSuccess && !isPlaceholderData,
    placeholderData: keepPreviousData,
    gcTime,
  });
  return data;
}

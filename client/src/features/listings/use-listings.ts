import { keepPreviousData } from '@tanstack/react-query';
import { trpc } from '../../api/trpc.ts';
import type { ListingFilters } from './filters.ts';
import { listInput } from './prefetch.ts';

/** The listings that match, page after page. What was shown stays while other filters are fetched. */
export function useListings(filters: ListingFilters) {
  const query = trpc.listings.list.useInfiniteQuery(listInput(filters), {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  return { ...query, listings: query.data?.pages.flatMap((page) => page.items) };
}

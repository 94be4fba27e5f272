import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  filterInput,
  isWholeList,
  listInput,
  readFilters,
  withUnderstood,
  writeFilters,
} from '@marketplace/shared/listings/filters';
import { trpc } from '../../../api/trpc.ts';
import type { ChangeFilters } from './use-filters.ts';

/** How long unmounted lists stay cached, in ms. A user who returns then finds all their pages. */
const gcTime = 60 * 60_000;

/**
 * Returns what a page of listings at `action` shows. `given` are the filters in the address;
 * `filters` adds those understood from the search. `featured` is null without a featured row.
 */
export function useFiltering(action: string) {
  const [params, setParams] = useSearchParams();
  const given = useMemo(() => readFilters(params), [params]);
  const onChange: ChangeFilters = (next, options) =>
    setParams(writeFilters(next), { ...options, preventScrollReset: true });
  const list = trpc.listings.list.useInfiniteQuery(listInput(given), {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    gcTime,
  });
  const listings = list.data?.pages.flatMap((page) => page.items);
  const query = { ...list, listings };
  const understood = list.isPlaceholderData ? undefined : list.data?.pages[0]?.understood;
  const filters = withUnderstood(given, understood);
  // Counted after the listings are fetched.
  const { data: facets, isPlaceholderData } = trpc.listings.facets.useQuery(filterInput(given), {
    enabled: list.isSuccess && !list.isPlaceholderData,
    placeholderData: keepPreviousData,
    gcTime,
  });
  const isComplete = !list.hasNextPage && !list.isPlaceholderData && !given.after;
  const counted = isPlaceholderData ? undefined : facets?.total;
  const found =
    listings && isComplete
      ? { count: listings.reduce((sum, { moreFromSeller = 0 }) => sum + 1 + moreFromSeller, 0) }
      : counted;
  const enabled = isWholeList(given);
  const { data, isPending } = trpc.listings.featured.useQuery(undefined, { enabled });
  const featured = enabled && (isPending || data?.length) ? { listings: data } : null;
  return { action, given, understood, filters, onChange, query, facets, found, featured };
}

export type Filtering = ReturnType<typeof useFiltering>;

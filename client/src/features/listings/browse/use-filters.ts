import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ListingFilters, readFilters, writeFilters } from './filters.ts';

/**
 * The filters in the page's address, so that back, reload and sharing keep them. `replace` leaves
 * no step in the history: for typing, where each pause would be one.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const setFilters = useCallback(
    (next: ListingFilters, options: { replace?: boolean } = {}) =>
      setParams(writeFilters(next), { ...options, preventScrollReset: true }),
    [setParams],
  );
  return [filters, setFilters] as const;
}

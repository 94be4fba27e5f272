import {
  filtersOfValues,
  filtersPath,
  type ListingFilters,
} from '@marketplace/shared/listings/filters';
import type { SearchFrequency, SearchView } from '@marketplace/shared/searches/schemas';
import { paths } from '../../../config/paths.ts';

export const frequencies = [
  { value: 'instant', label: 'At once' },
  { value: 'daily', label: 'Daily at 8 AM' },
  { value: 'weekly', label: 'Weekly' },
] as const satisfies { value: SearchFrequency; label: string }[];

/** Returns the path of the list with the filters that can be saved, which exclude the order. */
export function savedPath(filters: ListingFilters): string {
  return filtersPath(paths.listings(), { ...filters, sort: '' });
}

/** Returns the saved search with these filters, if any. */
export function findSaved(searches: SearchView[] | undefined, filters: ListingFilters) {
  const path = savedPath(filters);
  return searches?.find(
    (search) => !search.filter['sellerId'] && savedPath(filtersOfValues(search.filter)) === path,
  );
}

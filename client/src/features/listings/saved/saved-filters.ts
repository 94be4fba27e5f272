import type { SearchFrequency, SearchView } from '@marketplace/shared/searches/schemas';
import { paths } from '../../../config/paths.ts';
import { filtersOfValues, filtersPath, type ListingFilters } from '../browse/filters.ts';

/** The frequencies of alerts, as the menus name them. */
export const frequencies = [
  { value: 'instant', label: 'At once' },
  { value: 'daily', label: 'Daily at 8 AM' },
  { value: 'weekly', label: 'Weekly' },
] as const satisfies { value: SearchFrequency; label: string }[];

export function frequencyLabel(frequency: SearchFrequency): string {
  return frequencies.find(({ value }) => value === frequency)?.label ?? '';
}

/** The filters of a saved search, as the page that shows it has them. */
export function filtersOf({ filter }: Pick<SearchView, 'filter'>): ListingFilters {
  return filtersOfValues(filter);
}

/** The address of the list with what is saved of the filters: not the order. */
export function savedPath(filters: ListingFilters): string {
  return filtersPath(paths.listings(), { ...filters, sort: '' });
}

/** The saved search with these filters, if there is one. */
export function findSaved(
  searches: SearchView[] | undefined,
  filters: ListingFilters,
): SearchView | undefined {
  const path = savedPath(filters);
  return searches?.find(
    (search) => !search.filter['sellerId'] && savedPath(filtersOf(search)) === path,
  );
}

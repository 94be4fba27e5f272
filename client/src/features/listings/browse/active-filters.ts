import { categoryLabel } from '@marketplace/shared/listings/constants';
import {
  areaText,
  conditionText,
  kindText,
  phrases,
  postedText,
  priceText,
  quoted,
  searchText,
} from '@marketplace/shared/listings/filter-text';
import { type ListingFilters, noArea, noFilters } from '@marketplace/shared/listings/filters';
import type { DroppedFilter } from '@marketplace/shared/listings/views';

interface ActiveFilter {
  name: DroppedFilter;
  /** Such as 'Electronics', 'Under $20', or '“road bike”'. */
  label: string;
  /** All filters except this one. */
  rest: ListingFilters;
}

/** Returns the filters that are set. Both ends of a price range are one filter. */
export function activeFilters(filters: ListingFilters): ActiveFilter[] {
  const { category, location, featured, availability, exclude, withPhoto } = filters;
  const { minPrice, maxPrice, free } = noFilters;
  const all: [ActiveFilter['name'], label: string, none: Partial<ListingFilters>][] = [
    ['search', searchText(filters), { search: '' }],
    ['category', category && categoryLabel(category), { category: '' }],
    ['location', location, { location: '' }],
    ['price', priceText(filters), { minPrice, maxPrice, free }],
    ['condition', conditionText(filters), { condition: '' }],
    ['area', areaText(filters), noArea],
    ['featured', featured && 'Featured', { featured: '' }],
    ['exclude', exclude && `Without ${quoted(exclude)}`, { exclude: '' }],
    ['postedWithin', postedText(filters), { postedWithin: '' }],
    ['withPhoto', withPhoto && 'With photo', { withPhoto: '' }],
    ['kind', kindText(filters), { kind: '' }],
    ['availability', availability && 'Reserved too', { availability: '' }],
  ];
  return all
    .filter(([, label]) => label !== '')
    .map(([name, label, none]) => ({ name, label, rest: { ...filters, ...none } }));
}

/** Returns the filters that are set, with each quoted phrase of the search as a separate one. */
export function chipsOf(filters: ListingFilters): ActiveFilter[] {
  const set = activeFilters(filters);
  return set.flatMap((one) => {
    if (one.name !== 'search' || filters.literal) return one;
    const { search } = filters;
    const parts = new Set([...(search.match(phrases) ?? []), search.replace(phrases, '').trim()]);
    parts.delete('');
    return [...parts].map((part) => ({
      name: one.name,
      label: quoted(part),
      rest: { ...filters, search: [...parts].filter((other) => other !== part).join(' ') },
    }));
  });
}

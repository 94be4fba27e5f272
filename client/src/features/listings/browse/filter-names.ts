import { categoryLabel } from '@marketplace/shared/listings/constants';
import {
  areaText,
  conditionText,
  kindText,
  postedText,
  priceText,
} from '@marketplace/shared/listings/filter-text';
import type { DroppedFilter } from '@marketplace/shared/listings/views';
import { isolated } from '@marketplace/shared/plain-text';
import { type ListingFilters, noArea, noFilters } from './filters.ts';

/** A filter that is set. */
export interface SetFilter {
  name: DroppedFilter;
  /** 'Electronics', 'Under $20', '“road bike”'. */
  label: string;
  /** The filters without it. */
  rest: ListingFilters;
}

/** The filters that are set, as they are named on screen; both ends of a price range are one. */
export function setFilters(filters: ListingFilters): SetFilter[] {
  const { search, category, location, featured, availability, exclude, withPhoto } = filters;
  const { minPrice, maxPrice, free } = noFilters;
  const all: [SetFilter['name'], label: string, none: Partial<ListingFilters>][] = [
    ['search', search && `“${isolated(search)}”`, { search: '' }],
    ['category', category && categoryLabel(category), { category: '' }],
    ['location', location, { location: '' }],
    ['price', priceText(filters), { minPrice, maxPrice, free }],
    ['condition', conditionText(filters), { condition: '' }],
    ['area', areaText(filters), noArea],
    ['featured', featured && 'Featured', { featured: '' }],
    ['exclude', exclude && `Without “${isolated(exclude)}”`, { exclude: '' }],
    ['postedWithin', postedText(filters), { postedWithin: '' }],
    ['withPhoto', withPhoto && 'With photo', { withPhoto: '' }],
    ['kind', kindText(filters), { kind: '' }],
    ['availability', availability && 'Reserved too', { availability: '' }],
  ];
  return all
    .filter(([, label]) => label !== '')
    .map(([name, label, none]) => ({ name, label, rest: { ...filters, ...none } }));
}

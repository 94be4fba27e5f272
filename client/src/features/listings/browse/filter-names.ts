import {
  categoryLabel,
  type Condition,
  conditionLabel,
} from '@marketplace/shared/listings/constants';
import type { DroppedFilter } from '@marketplace/shared/listings/views';
import { formatPriceExact } from '@marketplace/shared/money';
import { type ListingFilters, noFilters } from './filters.ts';

/** A filter that is set. */
export interface SetFilter {
  name: DroppedFilter | 'availability';
  /** 'Electronics', 'Under $20', '“road bike”'. */
  label: string;
  /** The filters without it. */
  rest: ListingFilters;
}

/** The filters that are set, as they are named on screen; both ends of a price range are one. */
export function setFilters(filters: ListingFilters): SetFilter[] {
  const { search, category, location, condition, featured, availability } = filters;
  const { minPrice, maxPrice } = noFilters;
  const all: [SetFilter['name'], label: string, none: Partial<ListingFilters>][] = [
    ['search', search && `“${search}”`, { search: '' }],
    ['category', category && categoryLabel(category), { category: '' }],
    ['location', location, { location: '' }],
    ['price', priceText(filters), { minPrice, maxPrice }],
    ['condition', conditionText(condition), { condition: '' }],
    ['featured', featured && 'Featured', { featured: '' }],
    ['availability', availability && 'Reserved too', { availability: '' }],
  ];
  return all
    .filter(([, label]) => label !== '')
    .map(([name, label, none]) => ({ name, label, rest: { ...filters, ...none } }));
}

/**
 * What a list has: 'Electronics matching “lamp” in Albany, under $20', 'Featured Listings', 'Listings,
 * reserved too'.
 */
export function listedText(filters: ListingFilters): string {
  const { search, category, location, condition, featured, availability } = filters;
  const what = category ? categoryLabel(category) : 'Listings';
  return [
    featured ? `Featured ${what}` : what,
    search && ` matching “${search}”`,
    location && ` in ${location}`,
    ...[priceText(filters), conditionText(condition)].map((text) => text && `, ${lower(text)}`),
    availability && ', reserved too',
  ].join('');
}

/** 'Under $20', 'From $5', '$5–$20', 'Free'; '' without a price. */
export function priceText({ minPrice, maxPrice }: ListingFilters): string {
  if (maxPrice === '0') return 'Free';
  if (minPrice && maxPrice) return `${amount(minPrice)}–${amount(maxPrice)}`;
  if (minPrice) return `From ${amount(minPrice)}`;
  return maxPrice && `Under ${amount(maxPrice)}`;
}

function amount(price: string): string {
  return formatPriceExact(price).replace(/\.00$/, '');
}

/** 'Like new', 'Good condition'; '' without one. */
function conditionText(condition: Condition | ''): string {
  if (condition === '') return '';
  const label = conditionLabel(condition);
  return /new/i.test(label) ? label : `${label} condition`;
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

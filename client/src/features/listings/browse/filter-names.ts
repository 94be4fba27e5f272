import {
  categoryLabel,
  type Condition,
  conditionLabel,
  kindLabel,
} from '@marketplace/shared/listings/constants';
import type { DroppedFilter } from '@marketplace/shared/listings/views';
import { formatPriceExact } from '@marketplace/shared/money';
import { type ListingFilters, noFilters } from './filters.ts';

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
  const { search, category, location, condition, featured, availability } = filters;
  const { exclude, withPhoto, kind } = filters;
  const { minPrice, maxPrice, free } = noFilters;
  const all: [SetFilter['name'], label: string, none: Partial<ListingFilters>][] = [
    ['search', search && `“${search}”`, { search: '' }],
    ['category', category && categoryLabel(category), { category: '' }],
    ['location', location, { location: '' }],
    ['price', priceText(filters), { minPrice, maxPrice, free }],
    ['condition', conditionText(condition), { condition: '' }],
    ['area', areaText(filters), { near: '', from: '', to: '', within: '' }],
    ['featured', featured && 'Featured', { featured: '' }],
    ['exclude', exclude && `Without “${exclude}”`, { exclude: '' }],
    ['postedWithin', postedText(filters), { postedWithin: '' }],
    ['withPhoto', withPhoto && 'With photo', { withPhoto: '' }],
    ['kind', kind && kindLabel(kind), { kind: '' }],
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
  const { exclude, withPhoto, kind } = filters;
  const what = category ? categoryLabel(category) : 'Listings';
  return [
    featured ? `Featured ${what}` : what,
    search && ` matching “${search}”`,
    location && ` in ${location}`,
    ...[areaText(filters), priceText(filters), conditionText(condition), postedText(filters)].map(
      (text) => text && `, ${lower(text)}`,
    ),
    withPhoto && ', with photo',
    exclude && `, without “${exclude}”`,
    kind && `, ${lower(kindLabel(kind))}`,
    availability && ', reserved too',
  ].join('');
}

/** 'Within 10 miles of Troy', 'Within 5 miles of the way from Troy to Saratoga Springs'; '' without an area. */
function areaText({ near, from, to, within }: ListingFilters): string {
  if (!within) return '';
  return from
    ? `Within ${within} miles of the way from ${from} to ${to}`
    : `Within ${within} miles of ${near}`;
}

function postedText({ postedWithin }: ListingFilters): string {
  if (postedWithin === '1') return 'Posted in the last 24 hours';
  return postedWithin && `Posted in the last ${postedWithin} days`;
}

/** 'Under $20', 'From $5', '$5–$20', 'Free'; '' without a price. */
export function priceText({ minPrice, maxPrice, free }: ListingFilters): string {
  if (free || maxPrice === '0') return 'Free';
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

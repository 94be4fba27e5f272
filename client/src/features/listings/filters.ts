import { categories, type Category } from '@marketplace/shared/listings/constants';

/** What a visitor narrows the listings by. Empty text is no filter. */
export interface ListingFilters {
  search: string;
  category: Category | '';
  location: string;
}

export const noFilters: ListingFilters = { search: '', category: '', location: '' };

/** Lengths the server takes; what an address carries beyond them is cut. */
const searchMaxLength = 200;
const locationMaxLength = 120;

/** The filters in an address. An unknown category is none, as is a value that is only blanks. */
export function readFilters(params: URLSearchParams): ListingFilters {
  const category = params.get('category');
  return {
    search: trimmed(params.get('search'), searchMaxLength),
    category: categories.find(({ value }) => value === category)?.value ?? '',
    location: trimmed(params.get('location'), locationMaxLength),
  };
}

/** The filters as the query of an address, those that are set and in one fixed order. */
export function writeFilters(filters: ListingFilters): URLSearchParams {
  const set = Object.entries({
    search: filters.search.trim(),
    category: filters.category,
    location: filters.location,
  }).filter(([, value]) => value !== '');
  return new URLSearchParams(set);
}

/** True where anything is narrowed. */
export function hasFilters(filters: ListingFilters): boolean {
  return filters.search !== '' || filters.category !== '' || filters.location !== '';
}

function trimmed(value: string | null, maxLength: number): string {
  return (value ?? '').toWellFormed().replaceAll('\0', '').trim().slice(0, maxLength);
}

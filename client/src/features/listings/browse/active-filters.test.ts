import { expect, test } from 'vitest';
import { listedText } from '@marketplace/shared/listings/filter-text';
import { type ListingFilters, noFilters } from '@marketplace/shared/listings/filters';
import { activeFilters, chipsOf } from './active-filters.ts';

const withFilters = (filters: Partial<ListingFilters>) => ({ ...noFilters, ...filters });

test.each<[Partial<ListingFilters>, string, string[]]>([
  [{}, 'Listings', []],
  [
    { category: 'electronics', location: 'Albany' },
    'Electronics in Albany',
    ['Electronics', 'Albany'],
  ],
  [
    { search: 'road bike', category: 'sports', location: 'Troy' },
    'Sports & Recreation matching “road bike” in Troy',
    ['“road bike”', 'Sports & Recreation', 'Troy'],
  ],
  [
    { search: 'couch', literal: 'true', condition: 'used' },
    'Listings matching exactly “couch”, used',
    ['Exactly “couch”', 'Used'],
  ],
  [
    { search: '"oak desk" lamp', exclude: '"fake oak"' },
    'Listings matching “oak desk” lamp, without “fake oak”',
    ['“oak desk” lamp', 'Without “fake oak”'],
  ],
  [{ search: '5" pipe' }, 'Listings matching “5" pipe”', ['“5" pipe”']],
  [{ maxPrice: '20' }, 'Listings, under $20', ['Under $20']],
  [
    { minPrice: '1200', condition: 'like-new' },
    'Listings, from $1,200, like new',
    ['From $1,200', 'Like new'],
  ],
  [{ minPrice: '5', maxPrice: '9.50' }, 'Listings, $5–$9.50', ['$5–$9.50']],
  [
    { maxPrice: '0', condition: 'good' },
    'Listings, free, good condition',
    ['Free', 'Good condition'],
  ],
  [{ featured: 'true' }, 'Featured Listings', ['Featured']],
  [
    { availability: 'all', maxPrice: '20' },
    'Listings, under $20, reserved too',
    ['Under $20', 'Reserved too'],
  ],
  [
    { featured: 'true', category: 'books' },
    'Featured Books & Media',
    ['Books & Media', 'Featured'],
  ],
  [
    { near: 'Troy', within: '10', category: 'books' },
    'Books & Media, within 10 miles of Troy',
    ['Books & Media', 'Within 10 miles of Troy'],
  ],
  [
    { from: 'Troy', to: 'Saratoga Springs', within: '5' },
    'Listings, on the way from Troy to Saratoga Springs, within 5 miles',
    ['On the way from Troy to Saratoga Springs, within 5 miles'],
  ],
])('describes %j as one text and filter by filter', (filters, text, labels) => {
  const all = withFilters(filters);
  expect(listedText(all)).toBe(text);
  expect(activeFilters(all).map(({ label }) => label)).toEqual(labels);
});

test('shows each quoted phrase as a separate chip', () => {
  const chips = (filters: Partial<ListingFilters>) =>
    chipsOf(withFilters(filters)).map(({ label, rest }) => [label, rest.search]);
  expect(chips({ search: '"oak desk" "roll top" lamp', maxPrice: '9' })).toEqual([
    ['“oak desk”', '"roll top" lamp'],
    ['“roll top”', '"oak desk" lamp'],
    ['“lamp”', '"oak desk" "roll top"'],
    ['Under $9', '"oak desk" "roll top" lamp'],
  ]);
  expect(chips({ search: '"oak desk"' })).toEqual([['“oak desk”', '']]);
  // Quotes have no meaning in an exact search.
  expect(chips({ search: '"oak" lamp', literal: 'true' })).toEqual([['Exactly “oak” lamp', '']]);
});

test('dropping a filter keeps the others and the sort order', () => {
  const filters = withFilters({ search: 'desk', minPrice: '5', maxPrice: '9', sort: 'price-asc' });
  const rest = Object.fromEntries(activeFilters(filters).map(({ name, rest }) => [name, rest]));
  expect(rest).toEqual({
    search: { ...filters, search: '' },
    price: { ...filters, minPrice: '', maxPrice: '' },
  });
});

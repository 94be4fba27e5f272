import { expect, test } from 'vitest';
import { noFilters, readFilters } from '@marketplace/shared/listings/filters';
import type { SearchView } from '@marketplace/shared/searches/schemas';
import { findSaved, savedPath } from './saved-filters.ts';

const search = (id: string, filter: SearchView['filter']) => ({ id, filter }) as SearchView;

const searches = [
  search('area', { near: 'Troy', within: 10, maxPrice: '20.00', withPhoto: true }),
  search('lamps of a seller', { search: 'lamp', sellerId: 'jane' }),
  search('exact lamps', { search: 'lamp', literal: true }),
  search('lamps', { search: 'lamp', exclude: 'lava', postedWithin: 7 }),
];

test.each([
  ['?near=Troy&within=10&maxPrice=20&withPhoto=true', 'area'],
  ['?near=Troy&within=10&maxPrice=20&withPhoto=true&sort=price-asc', 'area'],
  ['?near=Troy&within=10&maxPrice=21&withPhoto=true', undefined],
  ['?search=lamp&exclude=lava&postedWithin=7&sort=newest', 'lamps'],
  ['?search=lamp&literal=true', 'exact lamps'],
  ['?search=lamp', undefined],
  ['', undefined],
])('finds for the filters %j the saved search %s', (address, id) => {
  expect(findSaved(searches, readFilters(new URLSearchParams(address)))?.id).toBe(id);
});

test('leaves out the town of a sort order', () => {
  const filters = { ...noFilters, category: 'books', near: 'Troy', sort: 'nearest' } as const;
  expect(savedPath(filters)).toBe('/listings?category=books');
});

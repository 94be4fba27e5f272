import { describe, expect, test } from 'vitest';
import {
  feedPath,
  filtersPath,
  filterInput,
  isPriceRangeEmpty,
  noFilters,
  readFilters,
  defaultSort,
  withUnderstood,
  writeFilters,
} from './filters.ts';

describe('filters in an address', () => {
  test('are read from its query', () => {
    const params = new URLSearchParams(
      'search=oak+table&literal=true&category=furniture&location=Troy&minPrice=5&maxPrice=9.50&condition=fair&featured=true&availability=all&sort=nearest&near=Cohoes',
    );
    expect(readFilters(params)).toEqual({
      search: 'oak table',
      literal: 'true',
      category: 'furniture',
      location: 'Troy',
      minPrice: '5',
      maxPrice: '9.50',
      condition: 'fair',
      featured: 'true',
      availability: 'all',
      sort: 'nearest',
      near: 'Cohoes',
      from: '',
      ...{ to: '', within: '', exclude: '', postedWithin: '', withPhoto: '', free: '', kind: '' },
      after: '',
    });
  });

  test('are read back as they were written', () => {
    const filters = {
      ...noFilters,
      search: 'A & B 50%',
      literal: 'true',
      category: 'home',
      minPrice: '0',
      maxPrice: '1200',
      condition: 'like-new',
      featured: 'true',
      availability: 'all',
      sort: 'price-desc',
      ...{ from: 'Troy', to: 'Saratoga Springs', within: '5' },
      ...({ exclude: 'broken', postedWithin: '7', withPhoto: 'true', kind: 'wanted' } as const),
    } as const;
    expect(readFilters(new URLSearchParams(writeFilters(filters).toString()))).toEqual(filters);
  });

  test('lose the cursor with every change; only a link has it', () => {
    const filters = { ...noFilters, sort: 'price-asc', after: 'old' } as const;
    expect(writeFilters(filters).toString()).toBe('sort=price-asc');
    const path = filtersPath('/listings', filters, '12.50~MTc_');
    expect(readFilters(new URL(path, 'http://x').searchParams).after).toBe('12.50~MTc_');
    expect(filtersPath('/listings', noFilters)).toBe('/listings');
    expect(readFilters(new URLSearchParams('after=%3Cb%3E')).after).toBe('');
  });

  test('are unset if empty or blank, because a form sends every field', () => {
    const sent =
      'search=++&category=&location=&minPrice=&maxPrice=+&condition=&sort=newest&near=Troy';
    expect(readFilters(new URLSearchParams(sent))).toEqual(noFilters);
    expect(writeFilters({ ...noFilters, search: '  ' }).toString()).toBe('');
  });

  test('are unset if their value is unknown', () => {
    const params = new URLSearchParams(
      'category=weapons&condition=broken&literal=1&featured=1&sort=up&minPrice=1e3&maxPrice=-1',
    );
    expect(readFilters(params)).toEqual(noFilters);
  });

  test('have the condition "used" for every condition except new', () => {
    const filters = readFilters(new URLSearchParams('condition=used'));
    expect(filters).toEqual({ ...noFilters, condition: 'used' });
    expect(filterInput(filters)).toMatchObject({ condition: 'used' });
  });

  test('are literal only with a search', () => {
    const filters = readFilters(new URLSearchParams('search=couch&literal=true'));
    expect(filterInput(filters)).toMatchObject({ search: 'couch', literal: true });
    expect(filtersPath('/listings', filters)).toBe('/listings?search=couch&literal=true');
    expect(filtersPath('/listings', { ...filters, search: '' })).toBe('/listings');
  });

  test('keep a town that the menu does not offer: the server may know it', () => {
    expect(readFilters(new URLSearchParams('location=Queensbury')).location).toBe('Queensbury');
  });

  test('are cut to the length that the server accepts', () => {
    const params = new URLSearchParams({ search: `a\0${'b'.repeat(500)}` });
    expect(readFilters(params).search).toBe(`a${'b'.repeat(199)}`);
  });
});

describe('an area in an address', () => {
  const areaOf = (query: string) => {
    const { location, near, from, to, within, sort } = readFilters(new URLSearchParams(query));
    return Object.fromEntries(
      Object.entries({ location, near, from, to, within, sort }).filter(([, value]) => value),
    );
  };

  test.each([
    ['near=Troy&within=25', { near: 'Troy', within: '25' }],
    ['near=Troy&within=25&sort=nearest', { near: 'Troy', within: '25', sort: 'nearest' }],
    ['near=Troy&sort=nearest', { near: 'Troy', sort: 'nearest' }],
    ['near=Troy&within=7', {}],
    ['within=10', {}],
    ['from=Troy&to=Hudson&within=3', { from: 'Troy', to: 'Hudson', within: '3' }],
    ['from=Troy&to=Hudson&within=3&sort=along', { from: 'Troy', to: 'Hudson', within: '3' }],
    [
      'from=Troy&to=Hudson&sort=newest',
      { from: 'Troy', to: 'Hudson', within: '5', sort: 'newest' },
    ],
    ['from=Troy&within=5&sort=along', {}],
    // A form without JavaScript also sends the fields of an earlier choice.
    ['location=Cohoes&near=Troy&within=5&from=&to=', { near: 'Troy', within: '5' }],
    [
      'near=Troy&from=Troy&to=Hudson&within=10&sort=nearest',
      { from: 'Troy', to: 'Hudson', within: '10' },
    ],
  ])('%s is read as %j', (query, area) => {
    expect(areaOf(query)).toEqual(area);
  });
});

test('adds the filters understood from a search to the chosen filters', () => {
  const given = {
    ...noFilters,
    ...({
      search: 'couch under $100 near 12180 -leather',
      sort: 'nearest',
      kind: 'offer',
    } as const),
  };
  const read = { maxPrice: '100.00', near: 'Troy', within: 10, exclude: 'leather' };
  const understood = { search: 'couch', filters: read, expansions: [], dropped: [] };
  expect(withUnderstood(given, undefined)).toBe(given);
  expect(withUnderstood(given, understood)).toEqual({
    ...given,
    ...{ search: 'couch', maxPrice: '100', near: 'Troy', within: '10', exclude: 'leather' },
  });
  const free = { ...understood, search: '', filters: { free: true, condition: 'used' } };
  expect(withUnderstood({ ...noFilters, search: 'free used' }, free)).toEqual({
    ...noFilters,
    ...{ free: 'true', condition: 'used' },
  });
});

test('relevance is the default order of a search, and needs a search', () => {
  expect(defaultSort(noFilters)).toBe('newest');
  expect(defaultSort({ ...noFilters, search: 'desk' })).toBe('relevance');
  expect(defaultSort({ ...noFilters, search: 'desk', from: 'Troy', to: 'Hudson' })).toBe('along');
  expect(readFilters(new URLSearchParams('sort=relevance')).sort).toBe('');
  expect(readFilters(new URLSearchParams('search=a&sort=relevance')).sort).toBe('');
  expect(readFilters(new URLSearchParams('search=a&sort=newest')).sort).toBe('newest');
});

test.each([
  ['$1,200', '1200'],
  ['1.200,50', '1200.50'],
  ['1.200', ''],
  ['abc', ''],
])('reads the price "%s" in an address as %j', (typed, price) => {
  expect(readFilters(new URLSearchParams({ minPrice: typed })).minPrice).toBe(price);
});

test('a price range is empty if its lowest price is above its highest', () => {
  expect(isPriceRangeEmpty({ ...noFilters, minPrice: '9.50', maxPrice: '10' })).toBe(false);
  expect(isPriceRangeEmpty({ ...noFilters, minPrice: '10', maxPrice: '9.50' })).toBe(true);
  expect(isPriceRangeEmpty({ ...noFilters, minPrice: '10' })).toBe(false);
});

test('the feed of a list has its filters, but no order and no further pages', () => {
  const read = (query: string) => feedPath(readFilters(new URLSearchParams(query)));
  expect(read('sort=nearest&near=Troy&after=abc')).toBe('/listings.atom');
  expect(read('near=Troy&within=5&search=a%26b&sort=newest')).toBe(
    '/listings.atom?search=a%26b&near=Troy&within=5',
  );
});

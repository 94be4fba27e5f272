import { describe, expect, test } from 'vitest';
import { hasFilters, noFilters, readFilters, writeFilters } from './filters.ts';

describe('filters in an address', () => {
  test('are read from it', () => {
    const params = new URLSearchParams('search=oak+table&category=furniture&location=Troy');
    expect(readFilters(params)).toEqual({
      search: 'oak table',
      category: 'furniture',
      location: 'Troy',
    });
  });

  test('come back as they were written', () => {
    const filters = { search: 'A & B 50%', category: 'home', location: 'Ballston Spa' } as const;
    expect(readFilters(new URLSearchParams(writeFilters(filters).toString()))).toEqual(filters);
  });

  test('that are empty or blank are no filter: a form sends every field', () => {
    expect(readFilters(new URLSearchParams('search=++&category=&location='))).toEqual(noFilters);
    expect(writeFilters({ ...noFilters, search: '  ' }).toString()).toBe('');
    expect(hasFilters(noFilters)).toBe(false);
    expect(hasFilters({ ...noFilters, location: 'Troy' })).toBe(true);
  });

  test('with an unknown category have none', () => {
    expect(readFilters(new URLSearchParams('category=weapons')).category).toBe('');
  });

  test('keep a town that the menu does not offer: the server may know it', () => {
    expect(readFilters(new URLSearchParams('location=Queensbury')).location).toBe('Queensbury');
  });

  test('are cut to what the server takes', () => {
    const params = new URLSearchParams({ search: `a\0${'b'.repeat(500)}` });
    expect(readFilters(params).search).toBe(`a${'b'.repeat(199)}`);
  });
});

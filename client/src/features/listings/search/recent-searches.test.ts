// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import {
  addRecentSearch,
  clearRecentSearches,
  readRecentSearches,
  removeRecentSearch,
} from './recent-searches.ts';

beforeEach(() => localStorage.clear());

test('stores the last eight searches, newest first and each once', () => {
  for (const search of ['sofa', ' ', ' lamp ', 'Sofa']) addRecentSearch(null, search);
  expect(readRecentSearches(null)).toEqual(['Sofa', 'lamp']);
  for (let n = 1; n < 10; n += 1) addRecentSearch(null, `desk ${n}`);
  expect(readRecentSearches(null)).toHaveLength(8);
  removeRecentSearch(null, 'desk 9');
  expect(readRecentSearches(null)[0]).toBe('desk 8');
});

test('shows the searches of an account to nobody else', () => {
  addRecentSearch(null, 'sofa');
  expect(readRecentSearches('ann')).toEqual(['sofa']);
  addRecentSearch('ann', 'lamp');
  expect(readRecentSearches('ann')).toEqual(['lamp', 'sofa']);
  expect(readRecentSearches(null)).toEqual([]);
  expect(readRecentSearches('bob')).toEqual([]);
  addRecentSearch('bob', 'desk');
  expect(readRecentSearches('bob')).toEqual(['desk']);
  clearRecentSearches();
  expect(readRecentSearches('bob')).toEqual([]);
});

test.each(['', '7', '{"owner":null}', 'oops'])('ignores the malformed value %j', (text) => {
  localStorage.setItem('recent-searches', text);
  expect(readRecentSearches(null)).toEqual([]);
});

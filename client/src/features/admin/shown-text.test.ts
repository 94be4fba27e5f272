import { expect, it } from 'vitest';
import { shownText } from './shown-text.ts';

it.each([
  [50, { total: 1234, more: true }, 'Showing 50 of 1,234 messages'],
  [3, { total: 3, more: false }, 'Showing 3 of 3 messages'],
  [1, { total: 1, more: false }, 'Showing 1 of 1 message'],
  [0, { total: 0, more: false }, 'Showing 0 of 0 messages'],
  [12, { total: undefined, more: false }, 'Showing 12 messages'],
  [50, { total: undefined, more: true }, 'Showing the first 50 messages'],
  // The total is a moment behind, or ahead of, the rows.
  [51, { total: 50, more: true }, 'Showing 51 of 51 messages'],
  [4, { total: 5, more: false }, 'Showing 4 of 4 messages'],
])('says of %d rows with %o: %s', (count, about, text) => {
  expect(shownText(count, { ...about, noun: 'message' })).toBe(text);
});

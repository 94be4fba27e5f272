import { expect, test } from 'vitest';
import { cardRatingText, countText, sellerRatingText, totalText } from './count-text.ts';

test.each([
  [{ count: 0 }, '0 listings'],
  [{ count: 1 }, '1 listing'],
  [{ count: 42, capped: false }, '42 listings'],
  [{ count: 1000, capped: true }, '1,000+ listings'],
])('writes the total %j as "%s"', (total, text) => {
  expect(totalText(total)).toBe(text);
});

test('shows the count of an option once counts are known, and zero for a missing one', () => {
  const counts = [{ value: 'books', count: 1234 }];
  expect(countText(counts, 'books')).toBe(' (1,234)');
  expect(countText(counts, 'food')).toBe(' (0)');
  expect(countText(undefined, 'books')).toBe('');
});

test.each([
  [0, 0, '0.0 (0)'],
  [5, 1, '5.0 (1)'],
  [4.5, 128, '4.5 (128)'],
])('writes the rating %s from %s reviews on a card as %s', (rating, count, text) => {
  expect(cardRatingText(rating, count)).toBe(text);
});

test.each([
  [0, 0, 'New Seller'],
  [5, 1, '5.0 (1 review)'],
  [4.5, 2, '4.5 (2 reviews)'],
])('writes the rating %s from %s reviews in words as %s', (rating, count, text) => {
  expect(sellerRatingText(rating, count)).toBe(text);
});

import { expect, test } from 'vitest';
import { cardRatingText, countText, sellerRatingText, totalText } from './count-text.ts';

test.each([
  [{ count: 0 }, '0 listings'],
  [{ count: 1 }, '1 listing'],
  [{ count: 42, capped: false }, '42 listings'],
  [{ count: 1000, capped: true }, '1,000+ listings'],
])('the total %j reads "%s"', (total, text) => {
  expect(totalText(total)).toBe(text);
});

test('an option shows its count once counts are known, and none is zero', () => {
  const counts = [{ value: 'books', count: 1234 }];
  expect(countText(counts, 'books')).toBe(' (1,234)');
  expect(countText(counts, 'food')).toBe(' (0)');
  expect(countText(undefined, 'books')).toBe('');
});

test.each([
  [0, 0, '0.0 (0)'],
  [5, 1, '5.0 (1)'],
  [4.5, 128, '4.5 (128)'],
])('a card shows %s from %s reviews as %s', (rating, count, text) => {
  expect(cardRatingText(rating, count)).toBe(text);
});

test.each([
  [0, 0, 'New Seller'],
  [5, 1, '5.0 (1 review)'],
  [4.5, 2, '4.5 (2 reviews)'],
])('the seller box shows %s from %s reviews as %s', (rating, count, text) => {
  expect(sellerRatingText(rating, count)).toBe(text);
});

import { expect, test } from 'vitest';
import { cardRatingText, sellerRatingText } from './rating-text.ts';

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

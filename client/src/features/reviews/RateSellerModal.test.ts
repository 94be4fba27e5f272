import { expect, test } from 'vitest';
import { reviewFailure } from './RateSellerModal.tsx';

const refusal = (httpStatus: number, message = 'No.') => ({ message, data: { httpStatus } });

test.each([
  [refusal(401, 'Unauthorized'), 'You need to be logged in to submit a review.'],
  [refusal(401), 'You need to be logged in to submit a review.'],
  [refusal(400), 'Invalid review data. Please check your rating and try again.'],
  [refusal(404), 'Failed to submit review. Please try again.'],
  [refusal(429), 'Failed to submit review. Please try again.'],
  [refusal(500), 'Failed to submit review. Please try again.'],
  [new TypeError('Failed to fetch'), 'Failed to submit review. Please try again.'],
])('explains %j as: %s', (error, text) => {
  expect(reviewFailure(error)).toEqual({ title: 'Error', message: text });
});

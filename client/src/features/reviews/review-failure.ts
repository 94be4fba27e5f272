import { isUnauthorized, refusalOf } from '../../api/errors.ts';

/** What to say of a review that could not be submitted (specification section 8). */
export function reviewFailure(error: unknown): string {
  if (isUnauthorized(error) || refusalOf(error)?.status === 401) {
    return 'You need to be logged in to submit a review.';
  }
  if (refusalOf(error)?.status === 400) {
    return 'Invalid review data. Please check your rating and try again.';
  }
  return 'Failed to submit review. Please try again.';
}

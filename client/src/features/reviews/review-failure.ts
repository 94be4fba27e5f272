import { submitReviewTexts } from '@marketplace/shared/outcomes/reviews';
import { isUnauthorized, refusalOf } from '../../api/errors.ts';

/** What to say of a review that could not be submitted. */
export function reviewFailure(error: unknown): { title: string; message: string } {
  if (isUnauthorized(error) || refusalOf(error)?.status === 401) {
    return submitReviewTexts.signedOut;
  }
  if (refusalOf(error)?.status === 400) {
    return submitReviewTexts.invalid;
  }
  return submitReviewTexts.failed;
}

/* Toasts about a submitted review. The wording is fixed. */

export const submitReviewTexts = {
  failed: { title: 'Error', message: 'Failed to submit review. Please try again.' },
  /** After a 400. */
  invalid: {
    title: 'Error',
    message: 'Invalid review data. Please check your rating and try again.',
  },
  /** After a 401. */
  signedOut: { title: 'Error', message: 'You need to be logged in to submit a review.' },
  done: { title: 'Review Submitted', message: 'Thank you for rating this seller!' },
} as const;

/** Shown to the author of a review that others do not see. */
export const ownReviewTexts = {
  held: 'Waiting for review by a moderator',
  uncounted: 'Not counted. Without a conversation, only one review per seller counts.',
} as const;

/** Shown instead of a seller's reviews. */
export const sellerReviewsTexts = {
  failed: 'Unable to load reviews at this time.',
  none: { title: 'No reviews yet', message: 'Be the first to review this seller!' },
} as const;

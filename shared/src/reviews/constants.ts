export const reviewsPerPage = 10;

/** The maximum length of a trimmed comment or reply, in code points. */
export const reviewTextMaxLength = 500;

/** What each rating from 1 to 5 is called. */
export const ratingLabels = ['Poor', 'Fair', 'Good', 'Very Good', 'Excellent'] as const;
export const maxRating = ratingLabels.length;

/** Length in code points, so that an emoji of one counts as one. */
export function codePoints(text: string): number {
  return [...text].length;
}

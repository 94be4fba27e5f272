export const reviewsPerPage = 10;

/** Maximum length of a trimmed comment or reply, in code points. */
export const reviewTextMaxLength = 500;

/** The names of the ratings from 1 to 5. */
export const ratingLabels = ['Poor', 'Fair', 'Good', 'Very Good', 'Excellent'] as const;
export const maxRating = ratingLabels.length;

/** Returns the length in code points, so that most emoji count as one. */
export function codePoints(text: string): number {
  return [...text].length;
}

import * as z from 'zod';
import { lookupId } from '../ids.ts';
import { pageInput } from '../pagination.ts';
import { storableText } from '../text.ts';
import { codePoints, maxRating, reviewsPerPage, reviewTextMaxLength } from './constants.ts';

export const reviewsOfSellerInput = z.object({
  sellerId: lookupId,
  ...pageInput(reviewsPerPage).shape,
});

const ratingText = `A rating is a whole number from 1 to ${maxRating}.`;

function words(what: 'comment' | 'reply') {
  return storableText()
    .trim()
    .refine(
      (text) => codePoints(text) <= reviewTextMaxLength,
      `A ${what} has at most ${reviewTextMaxLength} characters.`,
    );
}

export const submitReviewInput = z.object({
  sellerId: lookupId,
  listingId: lookupId,
  rating: z.int(ratingText).min(1, ratingText).max(maxRating, ratingText),
  comment: words('comment').optional(),
});

export const ownReviewInput = z.object({ listingId: lookupId });

export const reviewInput = z.object({ reviewId: lookupId });

export const replyToReviewInput = z.object({
  reviewId: lookupId,
  reply: words('reply').min(1, 'Please write a reply.'),
});

export type SubmitReviewInput = z.input<typeof submitReviewInput>;

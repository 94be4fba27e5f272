import * as z from 'zod';
import { lookupId } from '../ids.ts';
import { pageInput, pageOf } from '../pagination.ts';
import { storableText } from '../storable-text.ts';
import { codePoints, maxRating, reviewsPerPage, reviewTextMaxLength } from './constants.ts';

/** The side of a deal that a review is about. */
export const reviewAbout = z.enum(['seller', 'buyer']);

/** `about`: the reviews that the person got as a seller or as a buyer. */
export const reviewsOfSellerInput = z.object({
  sellerId: lookupId,
  about: reviewAbout.default('seller'),
  ...pageInput(reviewsPerPage).shape,
});

const ratingText = `Choose a rating from 1 to ${maxRating}.`;

function words(what: 'comment' | 'reply') {
  return storableText()
    .trim()
    .refine(
      (text) => codePoints(text) <= reviewTextMaxLength,
      `A ${what} can have up to ${reviewTextMaxLength} characters.`,
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
  reply: words('reply').min(1, 'Please enter a reply.'),
});

/** A review of a seller, or of a buyer by the seller. One of a buyer counts toward no rating. */
export const reviewView = z.object({
  id: z.string(),
  listingId: z.string(),
  rating: z.number(),
  comment: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** When the author last edited it; null if never. */
  editedAt: z.iso.datetime().nullable(),
  reviewer: z.object({
    /** Null if the author has no public page. */
    id: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    displayName: z.string(),
  }),
  about: reviewAbout,
  /** True if both have written messages about the listing. */
  verifiedContact: z.boolean(),
  /** True if the hand-over was confirmed with the buyer's code. */
  verifiedHandover: z.boolean(),
  /** Others see only public ones. An uncounted one is a further review without a conversation. */
  state: z.enum(['public', 'held', 'uncounted']),
  reply: z.string().nullable(),
  repliedAt: z.iso.datetime().nullable(),
});

/** `counts` are the numbers of reviews with 1 to 5 stars. */
export const reviewSummary = z.object({
  /** To one decimal; 0 without reviews. */
  mean: z.number(),
  count: z.number(),
  counts: z.array(z.number()),
});

/** Only the first page has a `summary`. */
export const reviewPage = pageOf(reviewView).extend({ summary: reviewSummary.nullable() });

export const ownReviewView = reviewView.nullable();

export type ReviewView = z.output<typeof reviewView>;
export type ReviewSummary = z.output<typeof reviewSummary>;

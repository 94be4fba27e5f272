import * as z from 'zod';
import { pageOf } from '../pagination.ts';

/** A review as everybody sees it. `reviewer` has no name once its author deleted the account. */
export const reviewView = z.object({
  id: z.string(),
  listingId: z.string(),
  rating: z.number(),
  comment: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** When its author last changed it; null while it stands as first written. */
  editedAt: z.iso.datetime().nullable(),
  reviewer: z.object({
    /** Null where there is no public page to lead to. */
    id: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    displayName: z.string(),
  }),
  /** Author and seller have both written to each other about the listing. */
  verifiedContact: z.boolean(),
  /**
   * Others see public reviews only. One that is held waits for a moderator; one that is uncounted
   * stands beside another review of the same author, without a conversation with the seller.
   */
  state: z.enum(['public', 'held', 'uncounted']),
  reply: z.string().nullable(),
  repliedAt: z.iso.datetime().nullable(),
});

/** All reviews of a seller in figures. `counts` are of 1, 2, 3, 4 and 5 stars. */
export const reviewSummary = z.object({
  /** With one decimal; 0 without reviews. */
  mean: z.number(),
  count: z.number(),
  counts: z.array(z.number()),
});

/** `summary` comes with the first page alone. */
export const reviewPage = pageOf(reviewView).extend({ summary: reviewSummary.nullable() });

export const ownReviewView = reviewView.nullable();

export type ReviewView = z.output<typeof reviewView>;
export type ReviewSummary = z.output<typeof reviewSummary>;

import * as z from 'zod';
import { pageOf } from '../pagination.ts';

/** A review as everybody sees it. `reviewer` has no name once its author deleted the account. */
export const reviewView = z.object({
  id: z.string(),
  rating: z.number(),
  comment: z.string().nullable(),
  createdAt: z.iso.datetime(),
  reviewer: z.object({
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    displayName: z.string(),
  }),
  /** Author and seller have both written to each other about the listing (decisions: Reviews). */
  verifiedContact: z.boolean(),
  reply: z.string().nullable(),
});

export const reviewPage = pageOf(reviewView);

export type ReviewView = z.output<typeof reviewView>;

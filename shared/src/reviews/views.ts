import * as z from 'zod';

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
  }),
  verifiedContact: z.boolean(),
  reply: z.string().nullable(),
});

export type ReviewView = z.output<typeof reviewView>;

import * as z from 'zod';

/** A user's public page: what anybody may know. */
export const publicUserView = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  username: z.string(),
  displayName: z.string(),
  profileImageUrl: z.string().nullable(),
  memberSince: z.iso.datetime(),
  sellerRating: z.number(),
  sellerReviewCount: z.number(),
});

export type PublicUser = z.output<typeof publicUserView>;

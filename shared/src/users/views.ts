import * as z from 'zod';
import { replyTimes } from '../account/constants.ts';

/** A user's public page: what anybody may know. */
export const publicUserView = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  username: z.string(),
  displayName: z.string(),
  profileImageUrl: z.string().nullable(),
  town: z.string().nullable().describe("Such as 'Troy, NY'."),
  memberSince: z.iso.datetime(),
  sellerRating: z.number(),
  sellerReviewCount: z.number(),
});

/**
 * The same with what speaks for them as a seller. `sales` are paid orders without a refund
 * and verified hand-overs, `verifiedReviews` the reviews with verified contact or hand-over. `reviewsAsBuyer` are by
 * sellers; `missedMeetups` are those of the last 60 days, from the second on. Listings and sales are counted up to 1,000, these
 * reviews among the newest 100.
 */
export const profileView = publicUserView.extend({
  activeListings: z.number(),
  sales: z.number(),
  verifiedReviews: z.number(),
  reviewsAsBuyer: z.number(),
  missedMeetups: z.number(),
  replyTime: z.enum(replyTimes).nullable(),
});

export type PublicUser = z.output<typeof publicUserView>;
export type ProfileView = z.output<typeof profileView>;

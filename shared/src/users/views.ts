import * as z from 'zod';
import { replyTimes } from '../account/constants.ts';

/** The public data of a user. */
export const publicUserView = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  username: z.string(),
  displayName: z.string(),
  profileImageUrl: z.string().nullable(),
  town: z.string().nullable().describe("Such as 'Troy, NY'."),
  memberSince: z.iso.datetime(),
  awayUntil: z.iso.date().nullable().describe('The day on which they return, if they are away.'),
  sellerRating: z.number(),
  sellerReviewCount: z.number(),
});

/**
 * A user's public page. `sales` are paid orders without a refund and verified hand-overs.
 * `verifiedReviews` are those with verified contact or hand-over among the newest 100.
 * `missedMeetups` are those of the last 60 days, shown from the second one on. Listings and sales
 * count up to 1,000.
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

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

/** The same with what is counted for their page. The count of listings ends at 1,000. */
export const profileView = publicUserView.extend({
  activeListings: z.number(),
  replyTime: z.enum(replyTimes).nullable(),
});

export type PublicUser = z.output<typeof publicUserView>;
export type ProfileView = z.output<typeof profileView>;

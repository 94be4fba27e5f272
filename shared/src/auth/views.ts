import * as z from 'zod';

/** The signed-in user as they see themself. */
export const currentUserView = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
  isAdmin: z.boolean(),
  membershipTier: z.enum(['free', 'premium']),
  createdAt: z.iso.datetime(),
});

/** A returning user is signed in at once and needs no token; everybody else gets one for the code step. */
export const sendCodeView = z.object({
  isReturningUser: z.boolean(),
  token: z.string().nullable(),
});

export const signedOutView = z.object({ ok: z.literal(true).describe('Always true.') });

export type CurrentUser = z.output<typeof currentUserView>;
export type SendCodeResult = z.output<typeof sendCodeView>;

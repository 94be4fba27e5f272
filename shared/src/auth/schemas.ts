import * as z from 'zod';
import { texts } from '../texts.ts';

/** Top-level domains of the local machine or network, and numeric ones. */
const undeliverable = /\.(?:localhost|local|internal|invalid|\d+)$/;

/**
 * An email address in lower case and NFC: one '@' between a mailbox and a public host name, without
 * characters that are invisible or could inject recipients or headers.
 */
export const emailInput = z
  .string(texts.emailInvalid)
  .trim()
  .toLowerCase()
  .normalize('NFC')
  .max(254, texts.emailInvalid)
  .regex(
    /^[^\p{C}\p{Z}@<>"(),:;\\[\]]+@(?:[^\p{C}\p{Z}@<>"(),:;\\[\].]+\.)+[^\p{C}\p{Z}@<>"(),:;\\[\].]+$/u,
    texts.emailInvalid,
  )
  .refine((email) => !undeliverable.test(email), texts.emailInvalid);

export const sendCodeInput = z.object({ email: emailInput });

export const verifyInput = z.object({
  token: z.string().max(200),
  code: z.string(texts.codeInvalid).regex(/^\d{6}$/, texts.codeInvalid),
  trustDevice: z.boolean().default(true),
});

export const signOutInput = z.object({ forgetDevice: z.boolean().default(false) }).default({
  forgetDevice: false,
});

export const currentUserView = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
  town: z.string().nullable().describe("Such as 'Troy, NY'."),
  isAdmin: z.boolean(),
  membershipTier: z.enum(['free', 'premium']),
  createdAt: z.iso.datetime(),
  suspension: z
    .object({ until: z.iso.datetime(), reason: z.string() })
    .optional()
    .describe('Present while the account is read-only.'),
});

/** The user who has signed in with a code. */
export const signedInView = currentUserView.extend({
  isNew: z.boolean().describe('Whether this sign-in created the account.'),
});

/** A returning user is signed in at once. Everyone else gets a token for the code step. */
export const sendCodeView = z.object({
  isReturningUser: z.boolean(),
  token: z.string().nullable(),
});

export const signedOutView = z.object({ ok: z.literal(true).describe('Always true.') });

export type CurrentUser = z.output<typeof currentUserView>;
export type SignedInUser = z.output<typeof signedInView>;
export type SendCodeResult = z.output<typeof sendCodeView>;

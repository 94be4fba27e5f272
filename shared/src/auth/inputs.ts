import * as z from 'zod';
import { texts } from '../texts.ts';

/** Top-level domains that no mail leaves this machine or network for, and numbers. */
const undeliverable = /\.(?:localhost|local|internal|invalid|\d+)$/;

/**
 * An address as typed: trimmed, lower-cased, in one Unicode form; one '@' between a mailbox and the
 * name of a public host. No spaces, control or invisible characters, and nothing that would make
 * several addresses or another header of it in a mail.
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

export type SendCodeInput = z.input<typeof sendCodeInput>;
export type VerifyInput = z.input<typeof verifyInput>;
export type SignOutInput = z.input<typeof signOutInput>;

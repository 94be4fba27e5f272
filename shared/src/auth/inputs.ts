import * as z from 'zod';
import { texts } from '../texts.ts';

/**
 * An address as typed: trimmed, lower-cased, in one Unicode form; one '@' with something on both
 * sides (specification section 5). No spaces, control or invisible characters, and nothing that
 * would make several addresses or another header of it in a mail.
 */
export const emailInput = z
  .string(texts.emailInvalid)
  .trim()
  .toLowerCase()
  .normalize('NFC')
  .max(254, texts.emailInvalid)
  .regex(/^[^\p{C}\p{Z}@<>"(),:;\\[\]]+@[^\p{C}\p{Z}@<>"(),:;\\[\]]+$/u, texts.emailInvalid);

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

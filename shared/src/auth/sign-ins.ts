import * as z from 'zod';
import { pageInput, pageOf } from '../pagination.ts';

/** How a sign-in ended: with a code, on a trusted device, with a passkey, or with a wrong secret. */
export const signInOutcomes = ['signed-in', 'trusted-device', 'passkey', 'refused'] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

export const signInsInput = pageInput(20);

/** `device` reads like 'Firefox on Windows', and `network` like '203.0.x.x'. */
const signInView = z.object({
  id: z.string(),
  outcome: z.enum(signInOutcomes),
  device: z.string(),
  network: z.string(),
  createdAt: z.iso.datetime(),
});

export const signInPage = pageOf(signInView);
export type SignInView = z.output<typeof signInView>;

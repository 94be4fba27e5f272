import * as z from 'zod';
import { lookupId } from '../ids.ts';

const unreadable = "We couldn't read the answer of this passkey. Please try again.";

/** Bytes as base64url, as browsers encode them in the JSON form of a credential. */
const bytes = (max: number) =>
  z
    .string(unreadable)
    .regex(/^[\w-]+$/, unreadable)
    .max(max, unreadable);

const credential = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key', unreadable),
};

/** The browser's answer to `passkeys.registerOptions`. */
export const registrationResponse = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes(4000), attestationObject: bytes(20_000) }, unreadable),
});

/** The browser's answer to `passkeys.signInOptions`. */
export const passkeyResponse = z.object({
  ...credential,
  response: z.object(
    {
      clientDataJSON: bytes(4000),
      authenticatorData: bytes(4000),
      signature: bytes(4000),
      userHandle: bytes(100).optional(),
    },
    unreadable,
  ),
});

const sixDigits = 'Enter the 6-digit code from your authenticator app.';

/** A code of an authenticator app. Spaces are ignored. */
const appCode = z
  .string(sixDigits)
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, sixDigits));

const wholeCode = 'Enter a whole recovery code, such as abcde-fghij.';

const recoveryCode = z
  .string(wholeCode)
  .transform((code) => code.toLowerCase().replace(/[^a-z0-9]/g, ''))
  .pipe(z.string().length(10, wholeCode));

/** One proof of a second factor. */
const proof = {
  code: appCode.optional(),
  recoveryCode: recoveryCode.optional(),
  passkey: passkeyResponse.optional(),
};

const hasOneProof = (given: { [name in keyof typeof proof]?: unknown }) =>
  [given.code, given.recoveryCode, given.passkey].filter((one) => one !== undefined).length === 1;

const oneProof = {
  path: ['code'],
  error: 'Use a passkey, or enter a code from your authenticator app or a recovery code.',
};

export const confirmInput = z.object(proof).refine(hasOneProof, oneProof);

export const verifySecondFactorInput = z
  .object({ token: z.string().max(2000), ...proof })
  .refine(hasOneProof, oneProof);

export const registerPasskeyInput = z.object({ response: registrationResponse });
export const passkeySignInInput = z.object({ response: passkeyResponse });
export const removePasskeyInput = z.object({ id: lookupId });
export const confirmAppInput = z.object({ code: appCode });

export const passkeyView = z.object({
  id: z.string(),
  name: z.string().describe('Where the passkey is stored, or the device that added it.'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});

export const passkeysView = z.array(passkeyView);

/** Recovery codes as the user sees them, the only time that they are readable. */
const newRecoveryCodes = z.array(z.string());

export const addedPasskeyView = z.object({
  passkey: passkeyView,
  recoveryCodes: newRecoveryCodes
    .nullable()
    .describe('The first set of recovery codes; null if the user has some.'),
});

export const recoveryCodesView = z.object({ recoveryCodes: newRecoveryCodes });

/** A new authenticator app, which is in use after `totp.confirm`. */
export const newAppView = z.object({
  secret: z.string().describe('For apps that cannot scan, in base32.'),
  uri: z.string().describe('The otpauth: address with the secret.'),
  qr: z.string().describe('The address as a QR code, an SVG image.'),
});

export const factorStatusView = z.object({
  authenticatorApp: z.boolean(),
  recoveryCodes: z.number().describe('How many recovery codes are left.'),
  confirmed: z.boolean().describe('Whether a second factor was proved in this session.'),
  adminNeeds: z
    .enum(['CONFIRM', 'ENROLL'])
    .nullable()
    .describe('What calls of admins are refused for, in this session.'),
  adminUntil: z.iso
    .datetime()
    .nullable()
    .describe('Until when an admin may act without a second factor. Null for others.'),
});

/** The ways to prove the second factor of a user. */
export const factorMethods = ['passkey', 'code', 'recoveryCode'] as const;
export type FactorMethod = (typeof factorMethods)[number];

/** What a refused call needs: a second factor to sign in, to repeat the call, or to be an admin. */
export type FactorNeed =
  | { need: 'SECOND_FACTOR'; token: string; methods: FactorMethod[] }
  | { need: 'CONFIRM' | 'ENROLL' };

/** A proof as clients send it. */
export type SentProof = z.input<typeof confirmInput>;
export type FactorProof = z.output<typeof confirmInput>;
export type PasskeyResponse = z.input<typeof passkeyResponse>;
export type PasskeyView = z.output<typeof passkeyView>;
export type FactorStatus = z.output<typeof factorStatusView>;

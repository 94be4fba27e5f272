import { Secret, TOTP } from 'otpauth';

/** Returns the code of an authenticator app at a time in ms, by default now. */
export function codeOf(secret: string, timestamp = Date.now()): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
}

import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { type AppError, badField } from '../../errors.ts';
import { countForNetwork, perMinute } from '../../platform/limiter.ts';
import { newToken } from '../../platform/secrets.ts';

const challengesPerNetwork = perMinute('passkey-ip', 20);

/** How long a challenge can be answered, in minutes. */
export const challengeMinutes = 5;

/**
 * Stores a challenge for this browser: for a user who adds a passkey, or for a sign-in or confirmation
 * if `userId` is null. Throws TOO_MANY_REQUESTS.
 */
export async function storeChallenge(
  ctx: Context,
  challenge: string,
  userId: string | null,
): Promise<void> {
  await countForNetwork(ctx.limiter, challengesPerNetwork, { ip: ctx.ip });
  const browser = ctx.cookies.browser || newToken();
  const expiresAt = sql<Date>`now() + make_interval(mins => ${challengeMinutes})`;
  await ctx.db
    .insertInto('passkeyChallenges')
    .values({ ...hashesOf(ctx, challenge, browser), userId, expiresAt })
    .execute();
  ctx.setCookie('browser', browser);
}

/**
 * Returns the challenge that a browser's answer names, and deletes it, so that it is answered once.
 * Throws BAD_REQUEST for an unknown or expired challenge, another browser's, and another user's.
 */
export async function spendChallenge(
  ctx: Context,
  clientDataJSON: string,
  userId: string | null,
): Promise<string> {
  const challenge = readChallenge(clientDataJSON);
  const { challengeHash, browserHash } = hashesOf(ctx, challenge, ctx.cookies.browser ?? '');
  const used = await ctx.db
    .deleteFrom('passkeyChallenges')
    .where((eb) => eb.and({ challengeHash, browserHash }))
    .where('userId', 'is not distinct from', userId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('challengeHash')
    .executeTakeFirst();
  if (!used) throw refusedPasskey('This took too long. Please try again.');
  return challenge;
}

export function refusedPasskey(
  message = "We couldn't verify this passkey. Please try again.",
): AppError {
  return badField('response', message);
}

function readChallenge(clientDataJSON: string): string {
  let decoded: { challenge?: unknown } | null = null;
  try {
    decoded = decodeClientDataJSON(clientDataJSON);
  } catch {
    // Not JSON: refused below.
  }
  if (typeof decoded?.challenge === 'string') return decoded.challenge;
  throw refusedPasskey();
}

function hashesOf({ secrets }: Context, challenge: string, browser: string) {
  return {
    challengeHash: secrets.hash('passkey-challenge', challenge),
    browserHash: secrets.hash('passkey-browser', browser),
  };
}

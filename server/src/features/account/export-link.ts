import * as z from 'zod';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { Context, Session } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import type { AppContext } from '../../app-context.ts';

/** Exports that one may ask for in a day. */
const dailyExports: LimitRule = {
  name: 'export',
  points: 3,
  seconds: 24 * 60 * 60,
  text: 'You can download your data {points} times a day.',
};

/** Fetches of what was asked for: a download that broke off may be repeated. */
const dailyFetches: LimitRule = { ...dailyExports, name: 'export-fetch', points: 9 };

/** How long a link serves, in ms. */
const lifetime = 5 * 60 * 1000;

const permission = z.object({ kind: z.literal('export'), userId: z.string(), until: z.number() });

/** A link to all the user's data, for five minutes and for them alone. TOO_MANY_REQUESTS after 3 a day. */
export async function createExportLink(
  { limiter, secrets }: Pick<AppContext, 'limiter' | 'secrets'>,
  userId: string,
): Promise<{ url: string }> {
  await limiter.take(dailyExports, userId);
  const token = secrets.seal({ kind: 'export', userId, until: Date.now() + lifetime });
  return { url: `/api/account/export/${token}` };
}

/**
 * Whose data the link leads to: the caller's. Throws UNAUTHORIZED for a visitor, NOT_FOUND for a link
 * that is no more, or is somebody else's.
 */
export async function openExportLink(ctx: Context, token: string): Promise<Session['user']> {
  if (!ctx.session) throw new AppError('UNAUTHORIZED', unauthorized);
  const { user } = ctx.session;
  const permitted = readToken(ctx, token);
  if (!permitted || permitted.until < Date.now() || permitted.userId !== user.id) {
    throw new AppError('NOT_FOUND', 'This link does not work any more. Ask for a new one.');
  }
  await ctx.limiter.take(dailyFetches, user.id);
  return user;
}

function readToken({ secrets }: Pick<AppContext, 'secrets'>, token: string) {
  try {
    return permission.parse(secrets.unseal(token));
  } catch {
    return null;
  }
}

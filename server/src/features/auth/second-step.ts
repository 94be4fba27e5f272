import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import { factorMethods } from '@marketplace/shared/factors/schemas';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { readSealed } from '../../platform/secrets.ts';

/** How long the second step of a sign-in may take, in ms. */
const lifetime = 10 * 60 * 1000;

const step = z.object({
  kind: z.literal('second-step'),
  userId: z.string(),
  browser: z.string(),
  trustDevice: z.boolean(),
  until: z.number(),
});

/**
 * Returns the refusal of a right code that asks for the second factor. Its token stands for the code
 * in this browser. Using the token twice is harmless, because no proof of a factor works twice.
 */
export async function askForSecondFactor(
  db: Db,
  ctx: Context,
  { userId, trustDevice }: { userId: string; trustDevice: boolean },
): Promise<AppError> {
  const browser = ctx.cookies.browser ?? '';
  const until = Date.now() + lifetime;
  const token = ctx.secrets.seal({ kind: 'second-step', userId, browser, trustDevice, until });
  const message = 'The code is right. Now confirm with your second factor.';
  const methods = await findMethods(db, userId);
  return new AppError('FORBIDDEN', message, { factor: { need: 'SECOND_FACTOR', token, methods } });
}

/** Returns what the token of a second step stands for. Throws BAD_REQUEST if it is not valid here. */
export function readSecondStep(ctx: Context, token: string) {
  const pending = readSealed(ctx.secrets, token, step);
  if (pending && pending.until > Date.now() && pending.browser === ctx.cookies.browser)
    return pending;
  throw new AppError('BAD_REQUEST', 'This sign-in is no longer valid. Please request a new code.');
}

/** Returns how the user can prove a second factor, the quickest first. */
async function findMethods(db: Db, userId: string) {
  const { rows } = await sql<Record<(typeof factorMethods)[number], boolean>>`
    select exists (select from passkeys where user_id = ${userId}) as passkey,
      exists (select from authenticator_apps
        where user_id = ${userId} and confirmed_at is not null) as code,
      exists (select from recovery_codes where user_id = ${userId}) as recovery_code`.execute(db);
  return factorMethods.filter((method) => rows[0]?.[method]);
}

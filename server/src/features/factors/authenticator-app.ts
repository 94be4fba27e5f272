import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { encodeQR } from 'qr';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { newAppView } from '@marketplace/shared/factors/schemas';
import type { AppContext } from '../../app-context.ts';
import type { Context } from '../../context.ts';
import { AppError, badField } from '../../errors.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import { readSealed } from '../../platform/secrets.ts';
import { changeFactors, type SignedIn } from './change-factors.ts';
import { createRecoveryCodes } from './recovery-codes.ts';

/** Counts only wrong codes, of apps and recovery codes together. */
const wrongCodes: LimitRule = {
  name: 'factor-code',
  points: 5,
  seconds: 15 * 60,
  text: 'Too many wrong codes.',
};

/** The apps of all vendors know this form: six digits that change every 30 seconds. */
const sealedApp = z.object({ kind: z.literal('totp'), userId: z.string(), secret: z.string() });

/**
 * Creates the secret of an authenticator app, which is in use after `confirmApp`. Replaces one that was
 * not confirmed. Throws CONFLICT if the caller has an app.
 */
export async function beginApp(ctx: SignedIn): Promise<z.output<typeof newAppView>> {
  const { user } = ctx.session;
  const secret = new Secret();
  const sealedSecret = ctx.secrets.seal({ kind: 'totp', userId: user.id, secret: secret.base32 });
  const stored = await ctx.db
    .insertInto('authenticatorApps')
    .values({ userId: user.id, sealedSecret })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ sealedSecret, createdAt: sql<Date>`now()` })
        .where('authenticatorApps.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst();
  if (!stored) {
    throw new AppError('CONFLICT', 'You already have an authenticator app. Remove it first.');
  }
  const issuer = ctx.config.brand.productName;
  const uri = new TOTP({ issuer, label: user.email, secret }).toString();
  return { secret: secret.base32, uri, qr: encodeQR(uri, 'svg') };
}

/**
 * Puts the authenticator app into use with its first code, and returns a new set of recovery codes.
 * Throws BAD_REQUEST for a wrong code, CONFLICT without `beginApp`, and TOO_MANY_REQUESTS.
 */
export async function confirmApp(ctx: SignedIn, code: string): Promise<string[]> {
  const { user } = ctx.session;
  const secret = await findSecret(ctx, user.id, false);
  if (!secret) throw new AppError('CONFLICT', 'Scan a new QR code first.');
  await limitWrongCodes(ctx, user.id, async () => {
    if (stepOf(secret, code) === null) throw badField('code', wrongCode);
  });
  return changeFactors(ctx, async (tx, userId) => {
    const confirmed = { confirmedAt: sql<Date>`now()` };
    // The code is checked again, because a concurrent call may have replaced the secret.
    const isUsed = await spendAppCode({ ...ctx, db: tx }, { userId, code, confirmed });
    if (!isUsed) throw badField('code', wrongCode);
    const result = await createRecoveryCodes(tx, ctx.secrets, { userId });
    return { result, mail: 'An authenticator app was just added.', proved: true };
  });
}

/** Removes the caller's authenticator app. Throws NOT_FOUND without one. */
export async function removeApp(ctx: SignedIn): Promise<void> {
  await changeFactors(ctx, async (tx, userId) => {
    await tx
      .deleteFrom('authenticatorApps')
      .where('userId', '=', userId)
      .where('confirmedAt', 'is not', null)
      .returning('userId')
      .executeTakeFirstOrThrow(
        () => new AppError('NOT_FOUND', "You don't have an authenticator app."),
      );
    return { result: undefined, mail: 'Your authenticator app was just removed.' };
  });
}

/** Replaces the caller's recovery codes. Throws CONFLICT for a caller without a second factor. */
export function renewRecoveryCodes(ctx: SignedIn): Promise<string[]> {
  if (!ctx.session.user.hasFactor) {
    throw new AppError('CONFLICT', 'Add a passkey or an authenticator app first.');
  }
  return changeFactors(ctx, async (tx, userId) => {
    const result = await createRecoveryCodes(tx, ctx.secrets, { userId });
    return { result, mail: 'New recovery codes were just created. The old ones no longer work.' };
  });
}

interface AppUse {
  userId: string;
  code: string;
  /** Set while the app is being added. */
  confirmed?: { confirmedAt: ReturnType<typeof sql<Date>> };
}

/**
 * Uses up a code of the user's authenticator app: of this time step, or of the one before or after.
 * Returns false for a wrong code, and for any code of a step that was used, or before it.
 */
export async function spendAppCode(
  ctx: { db: Db; secrets: AppContext['secrets'] },
  { userId, code, confirmed }: AppUse,
): Promise<boolean> {
  const secret = await findSecret(ctx, userId, confirmed === undefined);
  const lastStep = secret && stepOf(secret, code);
  if (!lastStep) return false;
  const used = await ctx.db
    .updateTable('authenticatorApps')
    .set({ lastStep, ...confirmed })
    .where('userId', '=', userId)
    .where('lastStep', '<', lastStep)
    .where('confirmedAt', confirmed ? 'is' : 'is not', null)
    .returning('userId')
    .executeTakeFirst();
  return used !== undefined;
}

export const wrongCode = "That code isn't right. Check that your device's clock is right.";

/** Runs a check that throws for a wrong code. Throws TOO_MANY_REQUESTS after five in 15 minutes. */
export async function limitWrongCodes(
  { limiter }: Pick<Context, 'limiter'>,
  userId: string,
  check: () => Promise<void>,
): Promise<void> {
  await limiter.take(wrongCodes, userId);
  await check();
  await limiter.giveBack(wrongCodes, userId);
}

async function findSecret(
  { db, secrets }: { db: Db; secrets: AppContext['secrets'] },
  userId: string,
  isConfirmed: boolean,
): Promise<Secret | null> {
  const row = await db
    .selectFrom('authenticatorApps')
    .select('sealedSecret')
    .where('userId', '=', userId)
    .where('confirmedAt', isConfirmed ? 'is not' : 'is', null)
    .executeTakeFirst();
  const app = row && readSealed(secrets, row.sealedSecret, sealedApp);
  return app?.userId === userId ? Secret.fromBase32(app.secret) : null;
}

/** Returns the time step of a code, or null if it is not one of the three valid codes. */
function stepOf(secret: Secret, token: string): number | null {
  const timestamp = Date.now();
  const delta = TOTP.validate({ token, secret, timestamp, window: 1 });
  return delta === null ? null : TOTP.counter({ timestamp }) + delta;
}

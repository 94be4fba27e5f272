import type { output } from 'zod';
import type { SignedInUser } from '@marketplace/shared/auth/schemas';
import type {
  FactorProof,
  FactorStatus,
  passkeySignInInput,
} from '@marketplace/shared/factors/schemas';
import { texts } from '@marketplace/shared/texts';
import type { Context } from '../../context.ts';
import { AppError, badField } from '../../errors.ts';
import { adminNeed, graceEnd } from '../../factor-rules.ts';
import { readSecondStep } from '../auth/second-step.ts';
import { finishSignIn, openSignIn } from '../auth/sign-in.ts';
import { recordSignIn } from '../auth/sign-ins.ts';
import { limitWrongCodes, spendAppCode, wrongCode } from './authenticator-app.ts';
import { confirmSession, type SignedIn } from './change-factors.ts';
import { checkPasskey } from './passkeys.ts';
import { countRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';

/** Signs in with a passkey, which is two factors by itself. Throws like `signInWithFactor`. */
export async function signInWithPasskey(
  ctx: Context,
  { response }: output<typeof passkeySignInInput>,
): Promise<SignedInUser> {
  return signInUser(ctx, {
    userId: await checkPasskey(ctx, response),
    trustDevice: false,
    by: 'passkey',
  });
}

/**
 * Completes a sign-in whose code was right. Throws BAD_REQUEST for a wrong proof or a token that is not
 * valid in this browser, FORBIDDEN for a deactivated account, and TOO_MANY_REQUESTS.
 */
export async function signInWithFactor(
  ctx: Context,
  { token, ...proof }: FactorProof & { token: string },
): Promise<SignedInUser> {
  const pending = readSecondStep(ctx, token);
  await proveFactor(ctx, pending.userId, proof).catch(async (error: unknown) => {
    const isWrong = error instanceof AppError && error.code === 'BAD_REQUEST';
    if (isWrong) await recordRefusal(ctx, pending.userId);
    throw error;
  });
  return signInUser(ctx, { ...pending, by: 'second factor' });
}

/** Records that the caller proved a second factor. Throws BAD_REQUEST and TOO_MANY_REQUESTS. */
export async function confirm(ctx: SignedIn, proof: FactorProof): Promise<void> {
  await proveFactor(ctx, ctx.session.user.id, proof);
  await confirmSession(ctx.db, ctx.session.id);
}

/** Returns which factors the caller has, besides passkeys, and what is expected of an admin. */
export async function getStatus(ctx: SignedIn): Promise<FactorStatus> {
  const { user, confirmedAt } = ctx.session;
  const app = await ctx.db
    .selectFrom('authenticatorApps')
    .select('userId')
    .where('userId', '=', user.id)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();
  const { adminGraceDays } = ctx.config;
  return {
    authenticatorApp: app !== undefined,
    recoveryCodes: await countRecoveryCodes(ctx.db, user.id),
    confirmed: Boolean(confirmedAt),
    adminNeeds: user.isAdmin ? adminNeed(ctx.session, adminGraceDays) : null,
    adminUntil:
      user.isAdmin && !user.hasFactor ? graceEnd(user, adminGraceDays).toISOString() : null,
  };
}

/** Logs a wrong proof. The limit on wrong codes bounds how many there are. */
async function recordRefusal(ctx: Context, userId: string): Promise<void> {
  const users = ctx.db.selectFrom('users').select('email').where('id', '=', userId);
  const { email } = await users.executeTakeFirstOrThrow();
  await recordSignIn(ctx.db, ctx, { email, outcome: 'refused' });
}

async function proveFactor(ctx: Context, userId: string, proof: FactorProof): Promise<void> {
  const { passkey, code, recoveryCode = '' } = proof;
  if (passkey) {
    if ((await checkPasskey(ctx, passkey)) === userId) return;
    throw badField('passkey', 'This passkey belongs to another account.');
  }
  await limitWrongCodes(ctx, userId, async () => {
    if (code !== undefined) {
      if (!(await spendAppCode(ctx, { userId, code }))) throw badField('code', wrongCode);
    } else if (!(await spendRecoveryCode(ctx, userId, recoveryCode))) {
      throw badField('recoveryCode', "That recovery code isn't right, or it was used before.");
    }
  });
}

async function signInUser(
  ctx: Context,
  {
    userId,
    ...how
  }: { userId: string } & Pick<Parameters<typeof openSignIn>[2], 'trustDevice' | 'by'>,
): Promise<SignedInUser> {
  const opened = await ctx.db.transaction().execute(async (tx) => {
    // Locked against deactivation.
    const user = await tx
      .selectFrom('users')
      .select(['id', 'email'])
      .where((eb) => eb.and({ id: userId, deactivatedAt: null, deletedAt: null }))
      .forShare()
      .executeTakeFirstOrThrow(() => new AppError('FORBIDDEN', texts.deactivated));
    return openSignIn(tx, ctx, { user: { ...user, isNew: false }, ...how });
  });
  return finishSignIn(ctx, opened);
}

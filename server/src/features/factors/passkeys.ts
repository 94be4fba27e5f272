import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { type Selectable, sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { Passkeys } from '@marketplace/db/types.generated';
import { maxPasskeys } from '@marketplace/shared/factors/constants';
import type * as schemas from '@marketplace/shared/factors/schemas';
import { isId } from '@marketplace/shared/ids';
import type { AppContext } from '../../app-context.ts';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { deviceLabel } from '../auth/trusted-devices.ts';
import { challengeMinutes, refusedPasskey, storeChallenge, spendChallenge } from './challenges.ts';
import { changeFactors, type SignedIn } from './change-factors.ts';
import { providerName } from './providers.ts';
import { createRecoveryCodes } from './recovery-codes.ts';

const columns = ['id', 'name', 'createdAt', 'lastUsedAt'] as const;
/** EdDSA, ES256 and RS256, which every authenticator supports one of. */
const supportedAlgorithmIDs = [-8, -7, -257];
const timeout = challengeMinutes * 60 * 1000;

/** Returns the caller's passkeys, the oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<schemas.PasskeyView[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(viewOf);
}

/** Returns the browser's options to create a passkey that works without typing an email address. */
export async function beginRegistration(ctx: SignedIn) {
  const { user } = ctx.session;
  const known = await ctx.db
    .selectFrom('passkeys')
    .select('credentialId')
    .where('userId', '=', user.id)
    .execute();
  assertRoom(known.length);
  const options = await generateRegistrationOptions({
    rpName: ctx.config.brand.productName,
    rpID: siteOf(ctx).rpId,
    userName: user.email,
    userDisplayName: user.email,
    userID: new Uint8Array(Buffer.from(user.id.replaceAll('-', ''), 'hex')),
    timeout,
    supportedAlgorithmIDs,
    excludeCredentials: known.map((row) => ({ id: row.credentialId.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(ctx, options.challenge, user.id);
  return options;
}

/**
 * Adds the passkey that the browser created, and recovery codes if the user has none. Throws
 * BAD_REQUEST for an answer that is not valid here, and CONFLICT for a known passkey and beyond ten.
 */
export async function addPasskey(
  ctx: SignedIn,
  response: output<typeof schemas.registrationResponse>,
): Promise<output<typeof schemas.addedPasskeyView>> {
  const { clientDataJSON } = response.response;
  const expectedChallenge = await spendChallenge(ctx, clientDataJSON, ctx.session.user.id);
  const { origin, rpId } = siteOf(ctx);
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    supportedAlgorithmIDs,
  }).catch(() => null);
  if (!verified?.verified) throw refusedPasskey();
  const { credential, aaguid } = verified.registrationInfo;
  const name = providerName(aaguid) ?? deviceLabel(ctx.userAgent);
  return changeFactors(ctx, async (tx, userId) => {
    assertRoom((await listPasskeys(tx, userId)).length);
    const row = await tx
      .insertInto('passkeys')
      .values({
        userId,
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        name,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns)
      .executeTakeFirstOrThrow(() => new AppError('CONFLICT', 'This passkey is already added.'));
    const recoveryCodes = await createRecoveryCodes(tx, ctx.secrets, { userId, unlessAny: true });
    const mail = `The passkey "${name}" was just added. It signs in without a code.`;
    return { result: { passkey: viewOf(row), recoveryCodes }, mail, proved: true };
  });
}

/** Returns the browser's options to sign in or confirm with any passkey of this site. */
export async function beginPasskeyUse(ctx: Context) {
  const { rpId } = siteOf(ctx);
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    timeout,
    userVerification: 'required',
  });
  await storeChallenge(ctx, options.challenge, null);
  return options;
}

/**
 * Returns the user whose passkey signed the challenge. Throws BAD_REQUEST for an unknown passkey, a
 * wrong signature, another site's, and a counter that does not grow, which means a copied passkey.
 */
export async function checkPasskey(
  ctx: Context,
  response: output<typeof schemas.passkeyResponse>,
): Promise<string> {
  const { origin, rpId } = siteOf(ctx);
  const expectedChallenge = await spendChallenge(ctx, response.response.clientDataJSON, null);
  const passkey = await ctx.db
    .selectFrom('passkeys')
    .select(['id', 'userId', 'publicKey', 'counter'])
    .where('credentialId', '=', Buffer.from(response.id, 'base64url'))
    .executeTakeFirst();
  if (!passkey) {
    throw refusedPasskey(
      "This passkey isn't known here. Remove it from your device and add a new one.",
    );
  }
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} } as never,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: response.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: Number(passkey.counter),
    },
  }).catch(() => null);
  if (!verified?.verified) throw refusedPasskey();
  const { newCounter } = verified.authenticationInfo;
  const used = await ctx.db
    .updateTable('passkeys')
    .set({ counter: newCounter, lastUsedAt: sql<Date>`now()` })
    .where('id', '=', passkey.id)
    // Two uses at once of a copied passkey have the same counter, and both were compared with the old.
    .where(sql<boolean>`(counter < ${newCounter} or (counter = 0 and ${newCounter} = 0))`)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw refusedPasskey();
  return passkey.userId;
}

/** Removes one of the caller's passkeys. Throws NOT_FOUND for any other. */
export async function removePasskey(ctx: SignedIn, id: string): Promise<void> {
  await changeFactors(ctx, async (tx, userId) => {
    const gone = () => new AppError('NOT_FOUND', 'This passkey is already removed.');
    if (!isId(id)) throw gone();
    const { name } = await tx
      .deleteFrom('passkeys')
      .where((eb) => eb.and({ id, userId }))
      .returning('name')
      .executeTakeFirstOrThrow(gone);
    return { result: undefined, mail: `The passkey "${name}" was just removed.` };
  });
}

function assertRoom(count: number): void {
  if (count < maxPasskeys) return;
  const text = `You've reached the limit of ${maxPasskeys} passkeys. Remove one you don't need.`;
  throw new AppError('CONFLICT', text);
}

/** Returns the origin that browsers report, and the domain that passkeys belong to. */
function siteOf({ config }: Pick<AppContext, 'config'>): { origin: string; rpId: string } {
  const { origin, hostname } = new URL(config.publicUrl);
  return { origin, rpId: hostname };
}

function viewOf(row: Pick<Selectable<Passkeys>, (typeof columns)[number]>): schemas.PasskeyView {
  const { id, name, createdAt, lastUsedAt } = row;
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

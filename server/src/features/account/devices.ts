import type { DevicesView } from '@marketplace/shared/account/schemas';
import { isId } from '@marketplace/shared/ids';
import type { Context, Session } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { listSessions, revokeSessions } from '../auth/sessions.ts';
import * as trust from '../auth/trusted-devices.ts';
import { revokeTokens } from '../tokens/tokens.ts';

type SignedIn = Context & { session: Session };

export async function listDevices(ctx: SignedIn): Promise<DevicesView> {
  const { db, secrets } = ctx;
  const userId = ctx.session.user.id;
  const [sessions, devices] = await Promise.all([
    listSessions(db, userId),
    trust.listTrustedDevices(db, userId),
  ]);
  const token = ctx.cookies.device;
  const view = ({ id, userAgent, createdAt }: (typeof sessions | typeof devices)[number]) => {
    return { id, device: trust.deviceLabel(userAgent), createdAt: createdAt.toISOString() };
  };
  return {
    sessions: sessions.map((row) => ({
      ...view(row),
      lastSeenAt: row.lastSeenAt.toISOString(),
      current: row.id === ctx.session.id,
    })),
    trustedDevices: devices.map((row) => ({
      ...view(row),
      lastUsedAt: row.lastUsedAt.toISOString(),
      current: token !== undefined && trust.isDeviceOfToken(secrets, row, token),
    })),
  };
}

/** Ends one of the caller's sessions. Throws NOT_FOUND for another user's or an ended session. */
export async function endSession(ctx: SignedIn, id: string): Promise<void> {
  const userId = ctx.session.user.id;
  const ended = isId(id) ? await revokeSessions(ctx.db, { id, userId }) : [];
  if (ended.length === 0) throw new AppError('NOT_FOUND', 'This session has already ended.');
  ctx.hub.closeSessions(ended);
  if (ended.includes(ctx.session.id)) ctx.setCookie('session', null);
}

/** Stops trusting one of the caller's devices. Throws NOT_FOUND for any other device. */
export async function endTrust(ctx: SignedIn, id: string): Promise<void> {
  const { db, secrets } = ctx;
  const userId = ctx.session.user.id;
  const forgotten = isId(id) ? await trust.forgetDeviceOf(db, userId, id) : undefined;
  if (!forgotten) throw new AppError('NOT_FOUND', 'This device is no longer trusted.');
  const token = ctx.cookies.device;
  if (token && trust.isDeviceOfToken(secrets, forgotten, token)) ctx.setCookie('device', null);
}

/** Signs out all browsers of the caller, stops trusting them, and revokes all API tokens. */
export async function signOutEverywhere(ctx: SignedIn): Promise<void> {
  const { db, hub } = ctx;
  const userId = ctx.session.user.id;
  const ended = await db.transaction().execute(async (trx) => {
    // Devices come first: a sign-in locks its device's row until the new session exists.
    await trust.forgetDevices(trx, userId);
    await revokeTokens(trx, userId);
    return revokeSessions(trx, { userId });
  });
  hub.closeSessions(ended);
  ctx.setCookie('session', null);
  ctx.setCookie('device', null);
}

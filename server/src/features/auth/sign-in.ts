import { randomInt } from 'node:crypto';
import type { Db } from '@marketplace/db/database';
import type { SendCodeResult, SignedInUser } from '@marketplace/shared/auth/schemas';
import { texts } from '@marketplace/shared/texts';
import type { Context } from '../../context.ts';
import { AppError, badField } from '../../errors.ts';
import { perHour, perMinute, countForNetwork } from '../../platform/limiter.ts';
import { queueMail } from '../../platform/mailer/queue-mail.ts';
import { siteOf } from '../../platform/networks.ts';
import { newToken, type Secrets } from '../../platform/secrets.ts';
import { isMailboxBanned } from './mailbox-bans.ts';
import { getCurrentUser } from '../users/users.ts';
import { newDeviceMail, signInMail, stolenDeviceMail } from './security-mail.ts';
import { revokeSessions, startSession } from './sessions.ts';
import { askForSecondFactor } from './second-step.ts';
import { createSignInCode, trySignInCode, codeMinutes } from './sign-in-codes.ts';
import { recordSignIn } from './sign-ins.ts';
import { forgetDevice, trustDevice, renewTrustedDevice } from './trusted-devices.ts';

/** Counted per address and network, so that a stranger's requests do not lock the owner out. */
const codesPerAddress = perHour('code-address', 5);
/** Counted across all networks, so that a mailbox cannot be flooded. */
const codesToMailbox = perHour('code-mailbox', 100);
const codesPerNetwork = perHour('code-ip', 20);
const triesPerNetwork = perMinute('verify-ip', 10);
/** Trusted devices are exempt from the limits above. */
const signInsOfUser = perHour('device-sign-in', 60);

const otherBrowser = 'Enter the code in the browser where you requested it, or request a new one.';

/**
 * Begins a sign-in. On a trusted device of the account it completes at once; otherwise it emails a
 * code to the address. Known, unknown and deactivated addresses cause the same work and get the
 * same response. Throws TOO_MANY_REQUESTS.
 */
export async function requestSignIn(ctx: Context, email: string): Promise<SendCodeResult> {
  const { db, secrets, limiter, config } = ctx;
  if (await signInByDevice(ctx, email)) return { isReturningUser: true, token: null };
  await countForNetwork(limiter, codesPerNetwork, { ip: ctx.ip });
  await countForNetwork(limiter, codesPerAddress, { ip: ctx.ip, of: email });
  await limiter.take(codesToMailbox, email);
  const browser = ctx.cookies.browser || newToken();
  const token = await db.transaction().execute(async (tx) => {
    const of = { email, browser, network: siteOf(ctx.ip) };
    const { code, token, expiresAt } = await createSignInCode(tx, secrets, of);
    await queueMail(tx, secrets, {
      to: email,
      ...signInMail({ code, minutes: codeMinutes }, config),
      key: `sign-in:${secrets.hash('sign-in-mail', `${email} ${browser}`).toString('base64url')}`,
      dropAfter: expiresAt,
    });
    return token;
  });
  ctx.setCookie('browser', browser);
  return { isReturningUser: false, token };
}

/**
 * Completes a sign-in with the code from the email. The first sign-in of an address creates the
 * account. Throws BAD_REQUEST for a wrong or expired code, FORBIDDEN for a deactivated account, a
 * banned mailbox and an account with a second factor, which `auth.verifySecondFactor` then takes, and
 * TOO_MANY_REQUESTS.
 */
export async function verifySignIn(
  ctx: Context,
  input: { token: string; code: string; trustDevice: boolean },
): Promise<SignedInUser> {
  const { db, limiter } = ctx;
  await countForNetwork(limiter, triesPerNetwork, { ip: ctx.ip });
  const browser = ctx.cookies.browser;
  if (!browser) throw badField('code', otherBrowser);
  const outcome = await db.transaction().execute(async (tx) => {
    const tried = await trySignInCode(tx, ctx, { ...input, browser });
    if ('refusal' in tried) {
      const { wrongFor: email } = tried;
      if (email) await recordSignIn(tx, ctx, { email, outcome: 'refused' });
      return tried;
    }
    const user = await findOrCreateUser(tx, ctx.secrets, tried.email);
    if (user.deactivated) return { refusal: new AppError('FORBIDDEN', texts.deactivated) };
    const { trustDevice } = input;
    if (user.hasFactor) {
      return { refusal: await askForSecondFactor(tx, ctx, { userId: user.id, trustDevice }) };
    }
    return openSignIn(tx, ctx, { user, trustDevice });
  });
  if ('refusal' in outcome) throw outcome.refusal;
  return finishSignIn(ctx, outcome);
}

/**
 * Creates the session of a user who has proved who they are, and trusts the device if they want.
 * Anyone who can read the mailbox can get a code, so the user is emailed about each sign-in with one,
 * except the first.
 */
export async function openSignIn(
  tx: Db,
  ctx: Context,
  of: {
    user: { id: string; email: string; isNew: boolean };
    trustDevice: boolean;
    by?: 'passkey' | 'second factor';
  },
) {
  const { user, trustDevice, by } = of;
  const device = trustDevice ? await replaceDevice(tx, ctx, user.id) : null;
  const outcome = by === 'passkey' ? by : 'signed-in';
  await recordSignIn(tx, ctx, { email: user.email, outcome });
  if (!user.isNew && by !== 'passkey') {
    const mail = newDeviceMail(ctx.userAgent, ctx.config);
    await queueMail(tx, ctx.secrets, { to: user.email, ...mail });
  }
  const confirmedAt = by && new Date();
  return {
    session: await replaceSession(tx, ctx, { userId: user.id, deviceId: device?.id, confirmedAt }),
    device: device?.token,
    user: { ...(await getCurrentUser(tx, user.id)), isNew: user.isNew },
  };
}

/** Sets the cookies of a sign-in after its transaction, and returns the user. */
export function finishSignIn(
  ctx: Context,
  { session, device, user }: Awaited<ReturnType<typeof openSignIn>>,
): SignedInUser {
  applySession(ctx, session);
  if (device) ctx.setCookie('device', device);
  if (ctx.cookies.browser) ctx.setCookie('browser', ctx.cookies.browser);
  if (user.isNew) ctx.hub.admin.publish({ type: 'userJoined', userId: user.id });
  return user;
}

/** Ends the browser's session, and with `forgetDevice` its trust. Does nothing when signed out. */
export async function signOut(ctx: Context, input: { forgetDevice: boolean }): Promise<void> {
  const { db, secrets, hub } = ctx;
  const device = input.forgetDevice ? ctx.cookies.device : undefined;
  const ended = await db.transaction().execute(async (tx) => {
    if (device) await forgetDevice(tx, secrets, device);
    return ctx.session ? revokeSessions(tx, { id: ctx.session.id }) : [];
  });
  hub.closeSessions(ended);
  ctx.setCookie('session', null);
  if (input.forgetDevice) ctx.setCookie('device', null);
}

async function signInByDevice(ctx: Context, email: string): Promise<boolean> {
  const { db, secrets, hub, limiter } = ctx;
  const token = ctx.cookies.device;
  // A WebSocket cannot set the cookie that replaces this one.
  if (!token || ctx.connection) return false;
  const outcome = await db.transaction().execute(async (tx) => {
    const used = await renewTrustedDevice(tx, secrets, { token, email, userAgent: ctx.userAgent });
    if (!used) return null;
    if ('stolen' in used) {
      const mail = stolenDeviceMail(used.stolen.userAgent, ctx.config);
      await queueMail(tx, secrets, { to: email, ...mail });
      await recordSignIn(tx, ctx, { email, outcome: 'refused' });
      return used;
    }
    await limiter.take(signInsOfUser, used.userId);
    await recordSignIn(tx, ctx, { email, outcome: 'trusted-device' });
    const { userId, deviceId } = used;
    return { ...used, session: await replaceSession(tx, ctx, { userId, deviceId }) };
  });
  if (!outcome) return false;
  if ('stolen' in outcome) {
    hub.closeSessions(outcome.stolen.endedSessions);
    ctx.setCookie('device', null);
    return false;
  }
  applySession(ctx, outcome.session);
  ctx.setCookie('device', outcome.token);
  return true;
}

/**
 * Creates the session of any sign-in, by a code, a trusted device or a passkey, and ends the browser's
 * earlier session.
 */
async function replaceSession(
  db: Db,
  ctx: Context,
  of: { userId: string; deviceId?: string | undefined; confirmedAt?: Date | undefined },
) {
  const ended = ctx.session ? await revokeSessions(db, { id: ctx.session.id }) : [];
  const { userAgent, secrets } = ctx;
  const { token } = await startSession(db, secrets, { ...of, userAgent });
  return { token, ended };
}

function applySession(ctx: Context, session: Awaited<ReturnType<typeof replaceSession>>): void {
  ctx.setCookie('session', session.token);
  ctx.hub.closeSessions(session.ended);
}

/**
 * Trusts the browser. A browser has one device cookie, so its earlier device is no longer trusted.
 */
async function replaceDevice(db: Db, { secrets, cookies, userAgent }: Context, userId: string) {
  if (cookies.device) await forgetDevice(db, secrets, cookies.device);
  return trustDevice(db, secrets, { userId, userAgent });
}

/** The first words of generated usernames. They reveal nothing about their users. */
const words =
  'neighbor maple hudson mohawk cedar harbor meadow orchard willow summit river bluebird'.split(
    ' ',
  );

const maxAttempts = 8;

/**
 * Returns the user with this address, locked against deactivation. Creates the user if there is
 * none, unless the mailbox is banned, which looks like a deactivated account.
 */
async function findOrCreateUser(
  db: Db,
  secrets: Secrets,
  email: string,
): Promise<
  | { deactivated: true }
  | { id: string; email: string; deactivated: false; hasFactor: boolean; isNew: boolean }
> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const known = await db
      .selectFrom('users')
      .select(['id', 'deactivatedAt', 'hasFactor'])
      .where('email', '=', email)
      .where('deletedAt', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (known) {
      const { id, deactivatedAt, hasFactor } = known;
      if (deactivatedAt) return { deactivated: true };
      return { id, email, deactivated: false, hasFactor, isNew: false };
    }
    if (await isMailboxBanned(db, secrets, email)) return { deactivated: true };
    // For example 'neighbor-4821', with one more digit at each attempt.
    const smallest = 10 ** (3 + attempt);
    const username = `${words[randomInt(words.length)]}-${randomInt(smallest, smallest * 10)}`;
    // Nothing is inserted if a concurrent call took the address or the username; the loop looks
    // again.
    const created = await db
      .insertInto('users')
      .values({ email, username })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (created) {
      await db.insertInto('feeds').values({ userId: created.id }).execute();
      return { id: created.id, email, deactivated: false, hasFactor: false, isNew: true };
    }
  }
  throw new Error('No free username was found for a new account.');
}

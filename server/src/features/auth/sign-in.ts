import type { Db } from '@marketplace/db/database';
import type { CurrentUser, SendCodeResult } from '@marketplace/shared/auth/schemas';
import { texts } from '@marketplace/shared/texts';
import type { Context } from '../../context.ts';
import { AppError, badField } from '../../errors.ts';
import { type LimitRule, takeForNetwork } from '../../platform/limiter.ts';
import {
  mailPage,
  type MailSite,
  oneLine,
  paragraph,
  quiet,
  quietLink,
  supportLink,
} from '../../platform/mailer/mail-page.ts';
import type { Mail } from '../../platform/mailer/mailer.ts';
import { queueMail } from '../../platform/mailer/queue-mail.ts';
import { siteOf } from '../../platform/networks.ts';
import { newToken } from '../../platform/secrets.ts';
import { getCurrentUser } from '../users/users.ts';
import { findOrCreateUser } from './new-account.ts';
import { newDeviceMail, stolenDeviceMail } from './security-mail.ts';
import { revokeSession, startSession } from './sessions.ts';
import { codeMinutes, createSignInCode, trySignInCode } from './sign-in-codes.ts';
import { countFailure, endDelays } from './sign-in-failures.ts';
import { forgetDevice, renewTrustedDevice, trustDevice } from './trusted-devices.ts';

/** For one network, so that a stranger's requests lock nobody out. */
const codesPerAddress: LimitRule = { name: 'code-address', points: 5, seconds: 3600 };
/** From all networks: keeps a mailbox from being flooded. */
const codesToMailbox: LimitRule = { name: 'code-mailbox', points: 100, seconds: 3600 };
const codesPerNetwork: LimitRule = { name: 'code-ip', points: 20, seconds: 3600 };
const triesPerNetwork: LimitRule = { name: 'verify-ip', points: 10, seconds: 60 };
/** With a trusted device, past the limits above. */
const signInsOfUser: LimitRule = { name: 'device-sign-in', points: 60, seconds: 3600 };

const otherBrowser =
  'Please enter the code in the browser in which you asked for it, or request a new one.';

/**
 * Begins a sign-in. On a device that the account trusts it is complete at once; otherwise a code
 * goes to the address. Known, unknown and deactivated addresses take the same work and get the same
 * answer. Throws TOO_MANY_REQUESTS past the limits.
 */
export async function requestSignIn(ctx: Context, email: string): Promise<SendCodeResult> {
  const { db, secrets, limiter, config } = ctx;
  if (await signInByDevice(ctx, email)) return { isReturningUser: true, token: null };
  await takeForNetwork(limiter, codesPerNetwork, { ip: ctx.ip });
  await takeForNetwork(limiter, codesPerAddress, { ip: ctx.ip, of: email });
  await limiter.take(codesToMailbox, email);
  const browser = ctx.cookies.browser || newToken();
  const token = await db.transaction().execute(async (tx) => {
    const of = { email, browser, network: siteOf(ctx.ip) };
    const { code, token, expiresAt } = await createSignInCode(tx, secrets, of);
    await queueMail(tx, secrets, {
      to: email,
      ...signInMail(code, config),
      key: `sign-in:${secrets.hash('sign-in-mail', `${email} ${browser}`).toString('base64url')}`,
      dropAfter: expiresAt,
    });
    return token;
  });
  ctx.setCookie('browser', browser);
  return { isReturningUser: false, token };
}

/**
 * Completes a sign-in with the code from the mail, and makes the account at the first one. Throws
 * BAD_REQUEST on a code that does not do, FORBIDDEN for a deactivated account.
 */
export async function verifySignIn(
  ctx: Context,
  input: { token: string; code: string; trustDevice: boolean },
): Promise<CurrentUser> {
  const { db, secrets, limiter, hub } = ctx;
  await takeForNetwork(limiter, triesPerNetwork, { ip: ctx.ip });
  const browser = ctx.cookies.browser;
  if (!browser) throw badField('code', otherBrowser);
  const outcome = await db.transaction().execute(async (tx) => {
    const tried = await trySignInCode(tx, secrets, { ...input, browser });
    if ('refusal' in tried) {
      if (tried.wrongFor) await countFailure(tx, ctx, tried.wrongFor);
      return tried;
    }
    await endDelays(tx, secrets, tried.email);
    const user = await findOrCreateUser(tx, tried.email);
    if (user.deactivated) return { refusal: new AppError('FORBIDDEN', texts.deactivated) };
    const device = input.trustDevice ? await replaceDevice(tx, ctx, user.id) : null;
    if (!user.isNew) await mailNewDevice(tx, ctx, tried.email);
    return {
      session: await replaceSession(tx, ctx, { userId: user.id, deviceId: device?.id }),
      device: device?.token,
      user: await getCurrentUser(tx, user.id),
      isNew: user.isNew,
    };
  });
  if ('refusal' in outcome) throw outcome.refusal;
  enter(ctx, outcome.session);
  if (outcome.device) ctx.setCookie('device', outcome.device);
  ctx.setCookie('browser', browser);
  if (outcome.isNew) hub.admin.publish({ type: 'userJoined', userId: outcome.user.id });
  return outcome.user;
}

/** Ends the browser's session, and with `forgetDevice` its being trusted. Signed out it does no harm. */
export async function signOut(ctx: Context, input: { forgetDevice: boolean }): Promise<void> {
  const { db, secrets, hub } = ctx;
  const device = input.forgetDevice ? ctx.cookies.device : undefined;
  const ended = await db.transaction().execute(async (tx) => {
    if (device) await forgetDevice(tx, secrets, device);
    return ctx.session ? revokeSession(tx, ctx.session.id) : [];
  });
  hub.closeSessions(ended);
  ctx.setCookie('session', null);
  if (input.forgetDevice) ctx.setCookie('device', null);
}

/** A session as it begins: the token for the cookie, and the sessions that it puts an end to. */
interface NewSession {
  token: string;
  ended: string[];
}

async function signInByDevice(ctx: Context, email: string): Promise<boolean> {
  const { db, secrets, hub, limiter } = ctx;
  const token = ctx.cookies.device;
  // A WebSocket could not set the cookie that takes this one's place.
  if (!token || ctx.connection) return false;
  const outcome = await db.transaction().execute(async (tx) => {
    const used = await renewTrustedDevice(tx, secrets, { token, email, userAgent: ctx.userAgent });
    if (!used) return null;
    if ('stolen' in used) {
      const mail = stolenDeviceMail(used.stolen.userAgent, ctx.config);
      await queueMail(tx, secrets, { to: email, ...mail });
      return used;
    }
    await limiter.take(signInsOfUser, used.userId);
    return { ...used, session: await replaceSession(tx, ctx, used) };
  });
  if (!outcome) return false;
  if ('stolen' in outcome) {
    hub.closeSessions(outcome.stolen.endedSessions);
    ctx.setCookie('device', null);
    return false;
  }
  enter(ctx, outcome.session);
  ctx.setCookie('device', outcome.token);
  return true;
}

/** A new session at every sign-in; the one that the browser had before ends. */
async function replaceSession(
  db: Db,
  ctx: Context,
  of: { userId: string; deviceId?: string | undefined },
): Promise<NewSession> {
  const ended = ctx.session ? await revokeSession(db, ctx.session.id) : [];
  const { userId, deviceId } = of;
  const begun = { userId, deviceId, userAgent: ctx.userAgent };
  const { token } = await startSession(db, ctx.secrets, begun);
  return { token, ended };
}

/** The browser has one device cookie, so what it named before, whoever's it was, is forgotten. */
async function replaceDevice(db: Db, ctx: Context, userId: string) {
  const { secrets } = ctx;
  if (ctx.cookies.device) await forgetDevice(db, secrets, ctx.cookies.device);
  return trustDevice(db, secrets, { userId, userAgent: ctx.userAgent });
}

/** Whoever reads the mailbox can sign in, so its owner learns of it; not of the first sign-in. */
async function mailNewDevice(db: Db, ctx: Context, email: string): Promise<void> {
  const { secrets, config } = ctx;
  await queueMail(db, secrets, { to: email, ...newDeviceMail(ctx.userAgent, config) });
}

function enter(ctx: Context, session: NewSession): void {
  ctx.setCookie('session', session.token);
  ctx.hub.closeSessions(session.ended);
}

/** The mail with a sign-in code. The subject does not show the code: lock screens show subjects. */
function signInMail(code: string, site: MailSite): Pick<Mail, 'subject' | 'text' | 'html'> {
  const product = oneLine(site.brand.productName);
  const subject = `Your ${product} sign-in code`;
  return {
    subject,
    text: textOf({ code, product, site }),
    html: htmlOf({ code, subject, site }),
  };
}

interface Content {
  code: string;
  product: string;
  site: MailSite;
}

function textOf({ code, product, site }: Content): string {
  return `Your sign-in code for ${product} is:

    ${code}

Enter it in the browser where you asked for it. It is valid for ${codeMinutes} minutes and works once.

If you did not ask for it, ignore this mail: without the code nobody gets in. Never give the code to anyone; we do not ask for it.

${product}
${site.publicUrl}/
Questions: ${site.brand.supportEmail}
`;
}

function htmlOf({ code, subject, site }: Omit<Content, 'product'> & { subject: string }): string {
  const content = `<p style="margin:0 0 16px">Your sign-in code is</p>
<p style="margin:0 0 16px;padding:16px;background:#f3f5f4;border-radius:8px;text-align:center;font-family:Consolas,Menlo,monospace;font-size:32px;font-weight:700;letter-spacing:6px;color:#1d2b26">${code}</p>
${paragraph(`Enter it in the browser where you asked for it. It is valid for ${codeMinutes} minutes and works once.`)}
<p style="margin:0;font-size:14px;${quiet}">If you did not ask for it, ignore this mail: without the code nobody gets in. Never give the code to anyone; we do not ask for it.</p>`;
  const home = `${site.publicUrl}/`;
  const footer = `${quietLink(home, home)} &middot; ${supportLink(site)}`;
  return mailPage({ subject, content, footer }, site);
}

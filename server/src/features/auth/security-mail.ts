import { factorSettingsPath } from '@marketplace/shared/factors/constants';
import type { TokenScope } from '@marketplace/shared/tokens/constants';
import type { MailSite, Notice } from '../../platform/mailer/mail-page.ts';
import * as page from '../../platform/mailer/mail-page.ts';
import type { Mail } from '../../platform/mailer/mailer.ts';
import { deviceLabel } from './trusted-devices.ts';

type Content = Pick<Mail, 'subject' | 'text' | 'html'>;

/**
 * Returns the email with a code, which is not in the subject, because lock screens show subjects.
 */
export function signInMail({ code, minutes }: { code: string; minutes: number }, site: MailSite) {
  const product = productOf(site);
  const subject = `Your ${product} sign-in code`;
  const home = `${site.publicUrl}/`;
  const enter = `Enter this code in the browser where you requested it. The code works once and expires in ${minutes} minutes.`;
  const warning =
    "Didn't request this code? You can ignore this email; no one can sign in without the code. Never share it. We'll never ask for it.";
  const text = `Your sign-in code for ${product} is:

    ${code}

${enter}

${warning}

${product}
${home}
Questions: ${site.brand.supportEmail}
`;
  const content = `<p style="margin:0 0 16px">Your sign-in code is</p>
<p style="margin:0 0 16px;padding:16px;background:#f3f5f4;border-radius:8px;text-align:center;font-family:Consolas,Menlo,monospace;font-size:32px;font-weight:700;letter-spacing:6px;color:#1d2b26">${code}</p>
${page.paragraph(enter)}
<p style="margin:0;font-size:14px;${page.quiet}">${warning}</p>`;
  const footer = `${page.quietLink(home, home)} &middot; ${page.supportLink(site)}`;
  return { subject, text, html: page.mailPage({ subject, content, footer }, site) };
}

export function wrongCodesMail(failures: number, site: MailSite): Content {
  return accountMail(site, {
    subject: 'Wrong sign-in codes for',
    paragraphs: [
      `Someone entered ${failures} wrong sign-in codes for this email address. If that wasn't you, someone may be trying to guess a code. They didn't get in.`,
      "From now on, there's a delay after each wrong code. You can still sign in without a code on a browser you trust.",
      "Never share a code. We'll never ask for one.",
    ],
  });
}

/** Returns the email that reports a sign-in with a code on the browser with this User-Agent. */
export function newDeviceMail(userAgent: string, site: MailSite): Content {
  return accountMail(site, {
    subject: 'New sign-in to',
    paragraphs: [
      `Your account was just signed in on a new device: ${deviceLabel(userAgent)}.`,
      "If that was you, you're all set. If not, someone may have access to your email. Secure your mailbox, then sign out of all devices in Settings.",
    ],
    link,
  });
}

/** Returns the email that reports the removal of a trusted device whose old cookie was used. */
export function stolenDeviceMail(userAgent: string, site: MailSite): Content {
  return accountMail(site, {
    subject: 'A trusted device was removed from',
    paragraphs: [
      `Someone tried to sign in with an outdated cookie from a device you trust: ${deviceLabel(userAgent)}. The cookie may have been copied.`,
      "We signed that device out. You'll need a code to sign in on it again.",
    ],
    link,
  });
}

export function newTokenMail({ name, scope }: { name: string; scope: TokenScope }, site: MailSite) {
  const may = scope === 'write' ? 'read your account and act as you' : 'read your account';
  return accountMail(site, {
    subject: 'New API token for',
    paragraphs: [
      `The API token "${page.oneLine(name)}" was just created. Programs that have it can ${may}.`,
      "If you didn't create this token, sign out of all devices in Settings. That also revokes all API tokens.",
    ],
    link,
  });
}

export function newWebhookMail(url: string, site: MailSite) {
  return accountMail(site, {
    subject: 'New webhook for',
    paragraphs: [
      `A webhook was just created. Changes of your listings and messages that you receive may be sent to ${page.oneLine(url)}.`,
      "If you didn't create this webhook, delete it in Settings and revoke your API tokens.",
    ],
    link: { path: '/settings?section=developer', label: 'Review webhooks and tokens' },
  });
}

/** Returns the email about a change of the account's second factors. `what` is a sentence. */
export function factorMail(what: string, site: MailSite): Content {
  return accountMail(site, {
    subject: 'A change to how you sign in to',
    paragraphs: [
      what,
      "If you didn't do this, sign out of all devices in Settings, secure your mailbox, and contact us.",
    ],
    link: { path: factorSettingsPath, label: 'Review how you sign in' },
  });
}

const link = { path: '/settings?section=devices', label: 'Review devices and tokens' };

/** Returns an email about the account. `subject` is the beginning of its subject. */
function accountMail(site: MailSite, notice: Pick<Notice, 'subject' | 'paragraphs' | 'link'>) {
  const subject = `${notice.subject} your ${productOf(site)} account`;
  return page.noticeMail({ ...notice, subject, question: 'Questions? Email us:' }, site);
}

function productOf({ brand }: MailSite): string {
  return page.oneLine(brand.productName);
}

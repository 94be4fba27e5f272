import type { TokenScope } from '@marketplace/shared/tokens/constants';
import { type MailSite, noticeMail, oneLine } from '../../platform/mailer/mail-page.ts';
import { deviceLabel } from '../account/device-label.ts';

const settings = { path: '/settings', label: 'Review devices and tokens' };
const question = 'Questions? Write to us:';

/** Warns that wrong codes were entered for this address so many times. */
export function wrongCodesMail(failures: number, site: MailSite) {
  const product = oneLine(site.brand.productName);
  return noticeMail(
    {
      subject: `Wrong sign-in codes for your ${product} account`,
      paragraphs: [
        `${failures} wrong sign-in codes have been entered for this email address. If that wasn't you, somebody may be trying to guess a code. They didn't get in.`,
        'From now on there is a delay after each wrong code. A browser you trust can still sign in without a code.',
        'Never give a code to anyone. We will not ask for one.',
      ],
      question,
    },
    site,
  );
}

/** Says that the account was signed in with a code on the browser with this User-Agent. */
export function newDeviceMail(userAgent: string, site: MailSite) {
  const product = oneLine(site.brand.productName);
  return noticeMail(
    {
      subject: `New sign-in to your ${product} account`,
      paragraphs: [
        `Your account was just signed in on a new device: ${deviceLabel(userAgent)}.`,
        "If that was you, you're all set. If not, somebody can read your email: secure your mailbox, then sign out of all devices in Settings.",
      ],
      link: settings,
      question,
    },
    site,
  );
}

/** Says that a trusted device was removed because an old cookie of it was used. */
export function stolenDeviceMail(userAgent: string, site: MailSite) {
  const product = oneLine(site.brand.productName);
  return noticeMail(
    {
      subject: `A trusted device was removed from your ${product} account`,
      paragraphs: [
        `A sign-in used an outdated cookie of a device you trust: ${deviceLabel(userAgent)}. Somebody may have copied it.`,
        'We signed that device out. It needs a code to sign in again.',
      ],
      link: settings,
      question,
    },
    site,
  );
}

/** Says that an API token with this name was created. */
export function newTokenMail({ name, scope }: { name: string; scope: TokenScope }, site: MailSite) {
  const product = oneLine(site.brand.productName);
  const may = scope === 'write' ? 'read your account and act as you' : 'read your account';
  return noticeMail(
    {
      subject: `New API token for your ${product} account`,
      paragraphs: [
        `The API token "${oneLine(name)}" was just created. Programs that have it can ${may}.`,
        "If you didn't create it, sign out of all devices in Settings. That revokes all API tokens too.",
      ],
      link: settings,
      question,
    },
    site,
  );
}

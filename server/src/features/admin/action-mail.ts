import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../../app-context.ts';
import { type MailSite, noticeMail, oneLine } from '../../platform/mailer/mail-page.ts';
import { queueMail } from '../../platform/mailer/queue-mail.ts';

/** What mail about an admin's action needs. */
export type MailContext = Pick<AppContext, 'secrets' | 'config'>;

interface Subject {
  /** `{title}` is the listing's, or what else it is about. */
  subject: string;
  text: string;
  /** Where the button leads, and what it says. */
  link?: { path: string; label: string };
}

const subjects = {
  listingFlagged: {
    subject: 'Your listing "{title}" was taken down',
    text: 'We took down your listing "{title}". Nobody but you can see it now.',
    link: { path: '/my-listings', label: 'My listings' },
  },
  listingRestored: {
    subject: 'Your listing "{title}" is back',
    text: 'Your listing "{title}" can be seen by everybody again.',
    link: { path: '/my-listings', label: 'My listings' },
  },
  listingRemoved: {
    subject: 'Your listing "{title}" was removed',
    text: 'We removed your listing "{title}". Conversations about it stay readable.',
    link: { path: '/messages', label: 'Messages' },
  },
  contentRemoved: {
    subject: 'Something that you wrote was removed',
    text: 'We looked at a report and removed {title}.',
    link: { path: '/community-guidelines', label: 'Community guidelines' },
  },
  contentRestored: {
    subject: 'Something that you wrote is back',
    text: 'We had removed {title}. It is back.',
  },
  warned: {
    subject: 'You received a warning',
    text: 'We looked at a report about {title}. Please keep to the community guidelines.',
    link: { path: '/community-guidelines', label: 'Community guidelines' },
  },
  warningWithdrawn: {
    subject: 'A warning was withdrawn',
    text: 'We withdrew the warning about {title}.',
  },
  userDeactivated: {
    subject: 'Your account was deactivated',
    text: 'We deactivated your account. You are signed out everywhere, and your listings are hidden.',
  },
  userReactivated: {
    subject: 'Your account is active again',
    text: 'Your account is active again, with your listings. You can sign in as before.',
    link: { path: '/?signin=1', label: 'Sign in' },
  },
} as const satisfies Record<string, Subject>;

export type MailSubject = keyof typeof subjects;

/** Tells somebody what was done with what is theirs, and why. Nobody else's address is in it. */
export async function mailAbout(
  trx: Db,
  { secrets, config }: MailContext,
  action: { to: string; what: MailSubject; title?: string; reason: string | null },
): Promise<void> {
  await queueMail(trx, secrets, { to: action.to, ...actionMail(action, config) });
}

/** The mail itself. */
function actionMail(
  { what, title = '', reason }: { what: MailSubject; title?: string; reason: string | null },
  site: MailSite,
) {
  const { subject, text, link }: Subject = subjects[what];
  // Of the value, not of a pattern: a title may have '$&' in it.
  const withTitle = (line: string) => line.replace('{title}', () => oneLine(title));
  const question = 'If you think this is a mistake, write to us:';
  return noticeMail(
    { subject: withTitle(subject), paragraphs: [withTitle(text)], reason, link, question },
    site,
  );
}

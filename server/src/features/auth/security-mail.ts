import type { MailSite } from '../../platform/mailer/mail-page.ts';
import { oneLine } from '../../platform/mailer/mail-text.ts';
import { noticeMail } from '../../platform/mailer/notice-mail.ts';

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

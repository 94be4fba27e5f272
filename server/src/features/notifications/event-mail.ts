import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../../app-context.ts';
import {
  button,
  indented,
  mailPage,
  unsubscribeFooter,
  paragraph,
  quoted,
} from '../../platform/mailer/mail-page.ts';
import { queueMail } from '../../platform/mailer/queue-mail.ts';
import { type MailList, unsubscribeUrl } from './preferences.ts';

interface EventMail {
  /** The list that the email's unsubscribe link ends. */
  list: MailList;
  subject: string;
  lead: string;
  /** A user's own words, shown as a quotation. */
  quote: string | null;
  /** The label of the button that leads to `path`. */
  action: string;
  path: string;
  /** For the footer: "You're receiving this email because someone rated you". */
  why: string;
}

/** Queues an email about an event in the event's transaction, whether or not the user wants it. */
export async function mailEvent(
  ctx: Pick<AppContext, 'secrets' | 'config'> & { db: Db },
  to: { id: string; email: string },
  { list, subject, lead, quote, action, path, why }: EventMail,
): Promise<void> {
  const site = { ...ctx.config, unsubscribeUrl: unsubscribeUrl(ctx, to.id, { list }) };
  const url = site.publicUrl + path;
  const footer = unsubscribeFooter(why, site);
  const quotation = quote === null ? '' : `\n${indented(quote)}\n`;
  const blocks = [paragraph(lead), ...(quote === null ? [] : [quoted(quote)]), button(url, action)];
  await queueMail(ctx.db, ctx.secrets, {
    to: to.email,
    subject,
    text: `${lead}\n${quotation}\n${action}: ${url}\n\n${footer.text}`,
    html: mailPage({ subject, content: blocks.join('\n'), footer: footer.html }, site),
    unsubscribeUrl: site.unsubscribeUrl,
  });
}

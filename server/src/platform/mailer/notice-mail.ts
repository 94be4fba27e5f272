import {
  button,
  mailPage,
  type MailSite,
  paragraph,
  quoted,
  readable,
  supportLink,
} from './mail-page.ts';
import { oneLine } from './mail-text.ts';
import type { Mail } from './mailer.ts';

export interface Notice {
  subject: string;
  paragraphs: string[];
  /** The words of a moderator. */
  reason?: string | null;
  /** Where the button leads, a path of this site, and its label. */
  link?: { path: string; label: string } | undefined;
  /** Stands before the support address. */
  question: string;
}

/** A short mail about somebody's account: paragraphs, at most one button, and where to write. */
export function noticeMail(
  { subject, paragraphs, reason, link, question }: Notice,
  site: MailSite,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const url = link && site.publicUrl + link.path;
  const lines = [
    ...paragraphs,
    ...(reason ? [`Reason: ${readable(reason)}`] : []),
    ...(link ? [`${link.label}: ${url}`] : []),
    `${question} ${site.brand.supportEmail}`,
  ];
  const content = [
    ...paragraphs.map(paragraph),
    ...(reason ? [quoted(reason)] : []),
    ...(link && url ? [button(url, link.label)] : []),
  ].join('\n');
  return {
    subject,
    text: `${lines.join('\n\n')}\n\n${oneLine(site.brand.productName)}\n${site.publicUrl}/\n`,
    html: mailPage({ subject, content, footer: `${question} ${supportLink(site)}` }, site),
  };
}

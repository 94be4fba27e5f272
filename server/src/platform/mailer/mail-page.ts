import { isolated } from '@marketplace/shared/direction';
import { type Brand, escapeHtml } from '@marketplace/shared/texts';
import type { Mail } from './mailer.ts';

/** The sender details in every email. `publicUrl` has no trailing slash. */
export type MailSite = { brand: Brand; publicUrl: string };

export const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** The style of secondary text. */
export const quiet = 'color:#53625c';

/** Wraps content in an email page. Email programs agree on tables and inline styles only. */
export function mailPage(
  { subject, content, footer }: { subject: string; content: string; footer: string },
  { brand, publicUrl }: MailSite,
): string {
  const product = escapeHtml(oneLine(brand.productName));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f3f5f4">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f4">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px">
<tr><td style="padding:32px;${font};font-size:16px;line-height:1.5;color:#1d2b26">
<p style="margin:0 0 24px;font-weight:600"><a href="${escapeHtml(`${publicUrl}/`)}" style="color:#1d2b26;text-decoration:none">${product}</a></p>
${content}
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td align="center" style="padding:16px 16px 0;${font};font-size:13px;line-height:1.5;${quiet}">
${footer}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

export function paragraph(text: string): string {
  return `<p style="margin:0 0 16px;word-break:break-word">${escapeHtml(text)}</p>`;
}

/** Renders a user's text in a box and preserves its line breaks. */
export function quoted(text: string): string {
  const content = escapeHtml(readable(text)).replaceAll('\n', '<br>');
  return `<p dir="auto" style="margin:0 0 8px;padding:10px 14px;background:#f3f5f4;border-radius:10px;word-break:break-word">${content}</p>`;
}

export function button(url: string, label: string): string {
  return `<p style="margin:24px 0 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 20px;background:#1f6f58;border-radius:8px;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

export function quietLink(url: string, text: string): string {
  return `<a href="${escapeHtml(url)}" style="${quiet}">${escapeHtml(text)}</a>`;
}

export function supportLink({ brand }: MailSite): string {
  return quietLink(`mailto:${brand.supportEmail}`, brand.supportEmail);
}

/** Renders a footer with an unsubscribe link. `why` begins the sentence that gives the reason. */
export function unsubscribeFooter(
  why: string,
  site: MailSite & { unsubscribeUrl: string },
): { text: string; html: string } {
  const { brand, publicUrl, unsubscribeUrl } = site;
  const reason = `${why} on ${oneLine(brand.productName)}.`;
  const settings = `${publicUrl}/settings?section=notifications`;
  return {
    text: `--
${reason}
Unsubscribe: ${unsubscribeUrl}
Email settings: ${settings}
Questions: ${brand.supportEmail}
`,
    html: `${escapeHtml(reason)}<br>
${quietLink(unsubscribeUrl, 'Unsubscribe')} &middot; ${quietLink(settings, 'Email settings')} &middot; ${supportLink(site)}`,
  };
}

/** Replaces the control characters in a user's text, because email programs may not handle them. */
export function readable(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(/[^\P{Cc}\n\t]/gu, ' ');
}

/** Indents a user's text for plain-text emails. */
export function indented(text: string): string {
  return readable(text).replaceAll(/^(?=.)/gm, '    ');
}

/** Puts text on one line, as a header requires. Isolates right-to-left text from its sentence. */
export function oneLine(text: string): string {
  return isolated(text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim());
}

export interface Notice {
  subject: string;
  paragraphs: string[];
  reason?: string | null;
  /** The path on this site that the button leads to, and the button's label. */
  link?: { path: string; label: string } | undefined;
  /** The text before the support address. */
  question: string;
}

/** Renders a short email about a user's account. */
export function noticeMail(
  { subject, paragraphs, reason, link, question }: Notice,
  site: MailSite,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const url = link && site.publicUrl + link.path;
  const lines = [
    ...paragraphs,
    ...(reason ? [`Reason: ${isolated(readable(reason))}`] : []),
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

import { parentPort, workerData } from 'node:worker_threads';
import EmailReplyParser from 'email-reply-parser';
import { convert } from 'html-to-text';
import { type ParsedMail, simpleParser } from 'mailparser';
import type { ReplyMail } from './read-reply.ts';

/** Only the beginning of an email is searched for a reply, because it quotes the rest. */
const searchedCharacters = 20_000;
const convertedCharacters = 500_000;

/** The headers of out-of-office replies, bounces and mailing lists (RFC 3834), and of Exchange. */
const automaticHeaders: Record<string, RegExp> = {
  'auto-submitted': /^(?!no\s*(;|$))/i,
  precedence: /^(bulk|junk|list)\b/i,
  'x-auto-response-suppress': /\S/,
};

/**
 * Where a quotation begins that the library leaves in: the first sentence of the email about unread
 * messages, or the headers that Outlook repeats, which contain the address of the person who replies.
 */
const quotation = /^[>*\s]*(You have (an|\d+) unread messages?\.|From:.*\s+[*\s]*(Sent|Date):)/m;

const mail = await simpleParser(Buffer.from(workerData as Uint8Array), {
  skipTextToHtml: true,
  skipHtmlToText: true,
  skipImageLinks: true,
});
parentPort?.postMessage(replyOf(mail), []);

function replyOf(mail: ParsedMail): ReplyMail {
  const attached = mail.attachments.filter(
    ({ related, contentType }) => !related && !contentType.endsWith('signature'),
  );
  const text = textOf(mail).slice(0, searchedCharacters);
  return {
    id: mail.messageId ?? `${mail.date?.toISOString()} ${text}`,
    from: senderOf(mail),
    isAutomatic: Object.entries(automaticHeaders).some(([name, pattern]) =>
      headersOf(mail, name).some((value) => pattern.test(value)),
    ),
    failedChecks: failsChecks(headersOf(mail, 'authentication-results')),
    text: withoutQuotation(text),
    attachments: attached.length,
  };
}

/**
 * Removes quotations and signatures. The library misses lines such as "On Friday, Ann <a@b.c> wrote:"
 * in some languages. They are the last paragraph when the quotation is gone.
 */
function withoutQuotation(text: string): string {
  const [reply = ''] = new EmailReplyParser().parseReply(text).split(quotation);
  const paragraphs = reply.trim().split(/\n[^\S\n]*\n/);
  if (/<\s*[^<>\s]+@[^<>\s]+>[^<>]*:$/.test(paragraphs.at(-1) ?? '')) paragraphs.pop();
  return paragraphs.join('\n\n').trim();
}

function headersOf({ headerLines }: ParsedMail, name: string): string[] {
  const found = headerLines.filter(({ key }) => key === name);
  return found.map(({ line }) => line.slice(line.indexOf(':') + 1).trim());
}

/** Returns the only sender. A second one, or a second header, could be what a relay checked instead. */
function senderOf(mail: ParsedMail): string | null {
  const [sender, ...others] = mail.from?.value ?? [];
  if (others.length > 0 || headersOf(mail, 'from').length !== 1) return null;
  return sender?.address?.toLowerCase() ?? null;
}

/**
 * Returns true if the mail server in front says that the sender is forged (RFC 8601). Its headers are
 * the first one and others that begin with the same name. DMARC decides if it was checked. Otherwise
 * SPF must not fail without DKIM, which survives forwarding.
 */
function failsChecks(headers: string[]): boolean {
  const [server] = headers.map((header) => header.split(';', 1)[0]);
  const results = headers.filter((header) => header.startsWith(`${server};`)).join('\n');
  const says = (result: string) => new RegExp(String.raw`\b${result}\b`, 'i').test(results);
  if (says('dmarc=fail')) return true;
  return !says('(dmarc|dkim)=pass') && says('(spf|dkim)=(hard|soft)?fail');
}

function textOf({ text, html }: ParsedMail): string {
  if (text?.trim() || !html) return text ?? '';
  return convert(html.slice(0, convertedCharacters), {
    wordwrap: false,
    limits: { maxDepth: 100 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      ...['img', 'hr'].map((selector) => ({ selector, format: 'skip' })),
    ],
  });
}

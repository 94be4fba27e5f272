import { createTransport } from 'nodemailer';
import { assertSendable, type Mailer } from './mailer.ts';

/** Time-outs in milliseconds: a mail server that hangs must not hold up the others' mail. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends through the mail server of `url` (smtp:// or smtps://), each mail on a connection of its
 * own. `from` is an address or 'Name <address>'.
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sender = parseSender(from);
  const host = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  return {
    async send(mail) {
      const { id, to, subject, text, html, unsubscribeUrl } = assertSendable(mail);
      await transport.sendMail({
        messageId: `<${id}@${host}>`,
        from: sender,
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: {
          // No out-of-office answers to a machine.
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    },
  };
}

/** Taken apart here, so that a comma in the name does not make two senders of it. */
function parseSender(from: string): { name: string; address: string } {
  const parts = /^(.*)<([^<>]+)>\s*$/s.exec(from);
  if (!parts) return { name: '', address: from.trim() };
  const name = (parts[1] ?? '').trim().replace(/^"(.*)"$/s, '$1');
  return { name, address: (parts[2] ?? '').trim() };
}

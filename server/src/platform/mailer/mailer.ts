import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface Mail {
  /** The id stays the same for every attempt, so that the receiver can recognize a duplicate. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where answers go, if not to the sender. */
  replyTo?: string | undefined;
  /** The one-click unsubscribe address (RFC 8058), for emails that a user can unsubscribe from. */
  unsubscribeUrl?: string | undefined;
}

export interface Mailer {
  /** Hands the email over. Throws if it was not accepted. The caller may then retry. */
  send(mail: Mail): Promise<void>;
}

/** Throws if a line break or a list of addresses could add a header or a receiver. */
export function assertSendable(mail: Mail): Mail {
  const plain = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/;
  if (!plain.test(mail.to) || (mail.replyTo !== undefined && !plain.test(mail.replyTo))) {
    throw new Error('The mail has no single plain receiver.');
  }
  if (/[\r\n]/.test(mail.subject) || !/^[\w-]+$/.test(mail.id)) {
    throw new Error('The mail has a subject or an id with forbidden characters.');
  }
  if (mail.unsubscribeUrl !== undefined && !/^https?:\/\/[^\s<>,]+$/.test(mail.unsubscribeUrl)) {
    throw new Error('The mail has an address for unsubscribing with forbidden characters.');
  }
  return mail;
}

/** Sends through the server at `url`. `from` is an address or 'Name <address>'. */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    // A mail server that hangs must not delay other emails.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sender = parseSender(from);
  const host = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  return {
    async send(mail) {
      const { id, to, subject, text, html, replyTo, unsubscribeUrl } = assertSendable(mail);
      await transport.sendMail({
        messageId: `<${id}@${host}>`,
        from: sender,
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        subject,
        text,
        html,
        headers: {
          // Prevents out-of-office replies.
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

/** Parses the sender, so that a comma in the name does not split it into two senders. */
function parseSender(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*)<([^<>]+)>\s*$/s.exec(from) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/s, '$1'), address: address.trim() };
}

export type StoredMail = Mail & { sentAt: string };

/** Stores emails as files when no mail server is configured, for a page that shows them. */
export interface Mailbox extends Mailer {
  list(): Promise<StoredMail[]>;
}

/** The number of stored emails. Older ones are removed. */
const maxStored = 200;

/** Stores JSON files in `folder`. Processes may share a folder. */
export function createMailbox(folder: string): Mailbox {
  /** Lists the file names, newest first. Each name starts with the time. */
  const names = async () => {
    const all = (await readdir(folder).catch(nullIfMissing)) ?? [];
    const stored = all.filter((name) => name.endsWith('.json'));
    return stored.sort().reverse();
  };
  return {
    async send(mail) {
      assertSendable(mail);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sentAt = new Date().toISOString();
      const name = `${sentAt.replaceAll(':', '-')}-${mail.id}.json`;
      const draft = join(folder, `.${randomUUID()}`);
      // Writes a temporary file and renames it, so that no reader sees an incomplete email.
      const content = JSON.stringify({ ...mail, sentAt } satisfies StoredMail);
      await writeFile(draft, content, { mode: 0o600 });
      await rename(draft, join(folder, name));
      const old = (await names()).slice(maxStored);
      await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
    },
    async list() {
      const newest = (await names()).slice(0, maxStored);
      // Another process may remove a file before it is read.
      const read = (name: string) => readFile(join(folder, name), 'utf8').catch(nullIfMissing);
      const texts = await Promise.all(newest.map(read));
      return texts.flatMap((text) => (text === null ? [] : (JSON.parse(text) as StoredMail)));
    },
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

import { readZip } from '../read-zip.ts';
import type { Answer } from './call.ts';
import { mailboxes } from './world.ts';

/** Returns the mailboxes in a text, also those inside base64 in it, such as a cursor. */
export function mailboxesIn(text: string): string[] {
  const encoded = text.match(/[\w+/-]{24,}={0,2}/g) ?? [];
  const decoded = encoded.map((part) => Buffer.from(part, 'base64').toString('latin1'));
  const found = [text, ...decoded].flatMap((each) => each.match(mailboxes) ?? []);
  return [...new Set(found.map((mailbox) => mailbox.toLowerCase()))];
}

/** Returns the mailboxes in a response, and in the files of a ZIP. */
export function mailboxesOf({ type, body }: Pick<Answer, 'type' | 'body'>): string[] {
  const files = type === 'application/zip' ? [...readZip(body).values()] : [body];
  return mailboxesIn(files.map((file) => file.toString()).join('\n'));
}

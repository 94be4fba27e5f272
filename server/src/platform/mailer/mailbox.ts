import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assertSendable, type Mail, type Mailer } from './mailer.ts';

export interface StoredMail extends Mail {
  /** ISO time. */
  sentAt: string;
}

/** Where mail lands when no mail server is configured: files that a page shows. */
export interface Mailbox extends Mailer {
  /** The newest mails, newest first. */
  list(): Promise<StoredMail[]>;
}

/** How many mails are kept. */
const kept = 200;

/** A mailbox of JSON files in `folder`, shared by all processes that use the same folder. */
export function createMailbox(folder: string): Mailbox {
  /** Newest first: the names start with the time. */
  const names = async () => {
    const all = await readdir(folder).catch(emptyIfMissing);
    return all
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse();
  };
  return {
    async send(mail) {
      assertSendable(mail);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sentAt = new Date().toISOString();
      const name = `${sentAt.replaceAll(':', '-')}-${mail.id}.json`;
      const draft = join(folder, `.${randomUUID()}`);
      const stored: StoredMail = { ...mail, sentAt };
      // Written beside and renamed, so that the page never meets half a mail.
      await writeFile(draft, JSON.stringify(stored), { mode: 0o600 });
      await rename(draft, join(folder, name));
      const old = (await names()).slice(kept);
      await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
    },
    async list() {
      const newest = (await names()).slice(0, kept);
      const mails = await Promise.all(newest.map((name) => readMail(join(folder, name))));
      return mails.filter((mail) => mail !== null);
    },
  };
}

/** Null when another process has just tidied it away. */
async function readMail(file: string): Promise<StoredMail | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as StoredMail;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

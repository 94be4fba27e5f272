import { randomUUID } from 'node:crypto';
import type { Db } from '@marketplace/db/database';
import { dropTasks, enqueue } from '../jobs.ts';
import type { Secrets } from '../secrets.ts';
import { assertSendable, type Mail } from './mailer.ts';

interface QueuedMail extends Omit<Mail, 'id'> {
  /** Replaces a waiting email with the same key. The key is stored in clear text. */
  key?: string;
  /** The time after which the email is dropped if it has not been sent. */
  dropAfter?: Date;
  /** True for one of many emails. Other emails are sent first. */
  isBulk?: boolean;
}

/** Sends an email after the caller's transaction has committed. Throws if it is malformed. */
export async function queueMail(db: Db, secrets: Secrets, queued: QueuedMail): Promise<void> {
  await queueMails(db, secrets, [queued]);
}

/** Queues several emails in one statement, all of them or none. Throws like `queueMail`. */
export async function queueMails(db: Db, secrets: Secrets, queued: QueuedMail[]): Promise<void> {
  const jobs = queued.map(({ key, dropAfter, isBulk = false, ...content }) => {
    const mail = assertSendable({ id: randomUUID(), ...content });
    const payload = { sealed: secrets.seal(mail), dropAfter: dropAfter?.toISOString() ?? null };
    const tag = tagOf(secrets, mail.to);
    const job = { task: 'sendMail' as const, payload, tag, priority: isBulk ? 10 : 0 };
    return key === undefined ? job : { ...job, key };
  });
  await enqueue(db, jobs);
}

export async function dropMails(db: Db, secrets: Secrets, to: string): Promise<void> {
  await dropTasks(db, 'sendMail', tagOf(secrets, to));
}

/** Returns a tag that identifies the emails to an address without storing the address. */
function tagOf(secrets: Secrets, to: string): string {
  return `to:${secrets.hash('mail-to', to).toString('base64url')}`;
}

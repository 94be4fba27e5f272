import { randomUUID } from 'node:crypto';
import type { Db } from '@marketplace/db/database';
import { dropTasks, enqueue } from '../jobs.ts';
import type { Secrets } from '../secrets.ts';
import { assertSendable, type Mail } from './mailer.ts';

interface QueuedMail extends Omit<Mail, 'id'> {
  /** A mail with the same key that has not gone out yet is replaced. It is stored readable. */
  key?: string;
  /** The mail is dropped when it could not be sent by then. */
  dropAfter?: Date;
  /** One of many: other mail overtakes it. */
  isBulk?: boolean;
}

/** Sends a mail after the caller's transaction has committed. Throws on a mail that cannot go out. */
export async function queueMail(db: Db, secrets: Secrets, queued: QueuedMail): Promise<void> {
  await queueMails(db, secrets, [queued]);
}

/** Sends mails as `queueMail` does, in one statement; all of them or none. */
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

/** Mails to this address that wait to be sent are not sent. */
export async function dropMails(db: Db, secrets: Secrets, to: string): Promise<void> {
  await dropTasks(db, 'sendMail', tagOf(secrets, to));
}

/** By which mail to an address is found, without storing the address. */
function tagOf(secrets: Secrets, to: string): string {
  return `to:${secrets.hash('mail-to', to).toString('base64url')}`;
}

import { randomUUID } from 'node:crypto';
import type { Db } from '@marketplace/db/database';
import { enqueue } from '../jobs.ts';
import type { Secrets } from '../secrets.ts';
import { assertSendable, type Mail } from './mailer.ts';

interface QueuedMail extends Omit<Mail, 'id'> {
  /** A mail with the same key that has not gone out yet is replaced. It is stored readable. */
  key?: string;
  /** The mail is dropped when it could not be sent by then. */
  dropAfter?: Date;
}

/** Sends a mail after the caller's transaction has committed. Throws on a mail that cannot go out. */
export async function queueMail(db: Db, secrets: Secrets, queued: QueuedMail): Promise<void> {
  const { key, dropAfter, ...content } = queued;
  const mail = assertSendable({ id: randomUUID(), ...content });
  await enqueue(db, {
    task: 'sendMail',
    payload: { sealed: secrets.seal(mail), dropAfter: dropAfter?.toISOString() ?? null },
    ...(key === undefined ? {} : { key }),
  });
}

import type { Db } from '@marketplace/db/database';
import type { Secrets } from '../../platform/secrets.ts';
import { mailboxHashOf } from '../../platform/traces.ts';

/** Lets nobody sign up with another form of the user's address until the user is reactivated. */
export async function banMailbox(trx: Db, secrets: Secrets, userId: string): Promise<void> {
  const { email } = await trx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const ban = { userId, mailboxHash: mailboxHashOf(secrets, email) };
  await trx.insertInto('bannedMailboxes').values(ban).execute();
}

/** Returns true if an address reaches a banned mailbox. */
export async function isMailboxBanned(db: Db, secrets: Secrets, email: string): Promise<boolean> {
  const ban = await db
    .selectFrom('bannedMailboxes')
    .select('userId')
    .where('mailboxHash', '=', mailboxHashOf(secrets, email))
    .limit(1)
    .executeTakeFirst();
  return ban !== undefined;
}

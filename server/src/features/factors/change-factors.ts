import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { Context, Session } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { queueMail } from '../../platform/mailer/queue-mail.ts';
import { factorMail } from '../auth/security-mail.ts';
import { forgetDevices } from '../auth/trusted-devices.ts';

export type SignedIn = Context & { session: Session };

/** The result of a change, and the sentence about it in the email to the user. */
interface Change<Result> {
  result: Result;
  mail: string;
  /** True if the change proved a factor, which also confirms the session. */
  proved?: true;
}

/**
 * Changes the caller's factors in a transaction that locks them, and emails them. The first factor
 * ends the trust in all devices, because it was granted without the factor. Without any factor, no
 * session counts as confirmed and recovery codes are deleted. Throws UNAUTHORIZED if the account is
 * gone.
 */
export function changeFactors<Result>(
  { db, secrets, config, session }: SignedIn,
  change: (tx: Db, userId: string) => Promise<Change<Result>>,
): Promise<Result> {
  const userId = session.user.id;
  return db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('users')
      .select(['email', 'hasFactor'])
      .where((eb) => eb.and({ id: userId, deactivatedAt: null, deletedAt: null }))
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => new AppError('UNAUTHORIZED', unauthorized));
    const { result, mail, proved } = await change(tx, userId);
    const { hasFactor } = await tx
      .updateTable('users')
      .set({
        hasFactor: sql<boolean>`exists (select from passkeys where user_id = ${userId})
          or exists (select from authenticator_apps
            where user_id = ${userId} and confirmed_at is not null)`,
      })
      .where('id', '=', userId)
      .returning('hasFactor')
      .executeTakeFirstOrThrow();
    if (hasFactor && !before.hasFactor) await forgetDevices(tx, userId);
    if (proved) await confirmSession(tx, session.id);
    if (!hasFactor) await forgetProofs(tx, userId);
    await queueMail(tx, secrets, { to: before.email, ...factorMail(mail, config) });
    return result;
  });
}

/** Records that a second factor was proved in this session. */
export async function confirmSession(db: Db, id: string): Promise<void> {
  await db.updateTable('sessions').set({ confirmedAt: new Date() }).where('id', '=', id).execute();
}

async function forgetProofs(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await db
    .updateTable('sessions')
    .set({ confirmedAt: null })
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .execute();
}

/** Deletes the factors of a user whose account is deleted. */
export async function forgetFactors(db: Db, userId: string): Promise<void> {
  for (const table of ['passkeys', 'authenticatorApps', 'recoveryCodes'] as const) {
    await db.deleteFrom(table).where('userId', '=', userId).execute();
  }
  await db.deleteFrom('passkeyChallenges').where('userId', '=', userId).execute();
}

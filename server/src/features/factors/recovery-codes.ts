import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { recoveryCodeCount } from '@marketplace/shared/factors/constants';
import type { Context } from '../../context.ts';
import { queueMail } from '../../platform/mailer/queue-mail.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { factorMail } from '../auth/security-mail.ts';

/** Letters and digits that are hard to mistake for each other: 5 bits each. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';

const newCode = () =>
  Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');

/**
 * Replaces the user's recovery codes and returns the new ones, which are stored as hashes only. With
 * `unlessAny`, returns null if the user has some. Call it while the user is locked.
 */
export async function createRecoveryCodes<UnlessAny extends boolean = false>(
  db: Db,
  secrets: Secrets,
  { userId, unlessAny }: { userId: string; unlessAny?: UnlessAny },
): Promise<string[] | (UnlessAny extends true ? null : never)> {
  if (unlessAny && (await countRecoveryCodes(db, userId)) > 0) return null as never;
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
  await db
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: hashOf(secrets, userId, code) })))
    .execute();
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCodes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Uses up a recovery code and emails the user. Returns false for a wrong or used one. */
export function spendRecoveryCode(
  { db, secrets, config }: Context,
  userId: string,
  code: string,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const used = await tx
      .deleteFrom('recoveryCodes')
      .where((eb) => eb.and({ userId, codeHash: hashOf(secrets, userId, code) }))
      .returning('userId')
      .executeTakeFirst();
    if (!used) return false;
    const left = await countRecoveryCodes(tx, userId);
    const { email } = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const mail = factorMail(`A recovery code was just used. You have ${left} left.`, config);
    await queueMail(tx, secrets, { to: email, ...mail });
    return true;
  });
}

function hashOf(secrets: Secrets, userId: string, code: string): Buffer {
  return secrets.hash('recovery-code', `${userId} ${code}`);
}

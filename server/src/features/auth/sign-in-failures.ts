import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../../app-context.ts';
import { queueMail } from '../../platform/mailer/queue-mail.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { wrongCodesMail } from './security-mail.ts';

/** From so many wrong codes on, over the life of an address, each further one delays the next try. */
const failuresBeforeDelay = 100;

/** The first delay, which doubles with each wrong code until one is right, and the longest. */
const firstDelayMinutes = 1;
const longestDelayHours = 24;

/** Whole seconds until a code of this address may be tried; 0 for now. Locks the address's count. */
export async function secondsToWait(db: Db, secrets: Secrets, email: string): Promise<number> {
  const row = await db
    .selectFrom('signInFailures')
    .select(sql<number>`ceil(extract(epoch from next_try_at - now()))::int`.as('seconds'))
    .where('addressHash', '=', addressHashOf(secrets, email))
    .forUpdate()
    .executeTakeFirst();
  return Math.max(0, row?.seconds ?? 0);
}

/** Counts a wrong code of this address. Every hundredth is mailed there as a warning. */
export async function countFailure(
  db: Db,
  { secrets, config }: Pick<AppContext, 'secrets' | 'config'>,
  email: string,
): Promise<void> {
  const delay = sql`least(
    ${firstDelayMinutes} * power(2, least(sign_in_failures.delays, 20)) * interval '1 minute',
    ${longestDelayHours} * interval '1 hour')`;
  const isDelayed = sql<boolean>`sign_in_failures.failures + 1 >= ${failuresBeforeDelay}`;
  const { failures } = await db
    .insertInto('signInFailures')
    .values({ addressHash: addressHashOf(secrets, email), failures: 1 })
    .onConflict((conflict) =>
      conflict.column('addressHash').doUpdateSet({
        failures: sql<number>`sign_in_failures.failures + 1`,
        delays: sql<number>`sign_in_failures.delays + case when ${isDelayed} then 1 else 0 end`,
        nextTryAt: sql<Date>`case when ${isDelayed} then now() + ${delay} end`,
        lastFailedAt: sql<Date>`now()`,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  if (failures % failuresBeforeDelay !== 0) return;
  await queueMail(db, secrets, { to: email, ...wrongCodesMail(failures, config) });
}

/** A right code ends the delays; the count stays. */
export async function endDelays(db: Db, secrets: Secrets, email: string): Promise<void> {
  await db
    .updateTable('signInFailures')
    .set({ delays: 0, nextTryAt: null })
    .where('addressHash', '=', addressHashOf(secrets, email))
    .execute();
}

/** Forgets the count of an address whose account is deleted. */
export async function forgetFailures(db: Db, secrets: Secrets, email: string): Promise<void> {
  await db
    .deleteFrom('signInFailures')
    .where('addressHash', '=', addressHashOf(secrets, email))
    .execute();
}

function addressHashOf(secrets: Secrets, email: string): Buffer {
  return secrets.hash('sign-in-address', email);
}

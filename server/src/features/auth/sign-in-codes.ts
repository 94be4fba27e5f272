import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../../app-context.ts';
import { AppError, badField } from '../../errors.ts';
import { duration } from '../../platform/limiter.ts';
import { queueMail } from '../../platform/mailer/queue-mail.ts';
import { newToken, type Secrets } from '../../platform/secrets.ts';
import { wrongCodesMail } from './security-mail.ts';

export const codeMinutes = 10;

const maxWrongTries = 5;

/** How many codes of one address can be valid at once, one for each browser that requested one. */
const maxCodes = 3;

/**
 * Creates a code for the email and a token for the response, and replaces this browser's earlier
 * code. Stores only keyed hashes of both.
 */
export async function createSignInCode(
  db: Db,
  secrets: Secrets,
  of: { email: string; browser: string; network: string },
): Promise<{ code: string; token: string; expiresAt: Date }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const token = newToken();
  const { email } = of;
  const browserHash = secrets.hash('sign-in-browser', of.browser);
  const pending = {
    networkHash: secrets.hash('sign-in-network', of.network),
    tokenHash: secrets.hash('sign-in-token', token),
    codeHash: codeHashOf(secrets, token, code),
    wrongTries: 0,
    createdAt: sql<Date>`now()`,
    expiresAt: sql<Date>`now() + make_interval(mins => ${codeMinutes})`,
  };
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in ${email}`}, 0))`.execute(db);
  await makeRoom(db, { email, browserHash });
  const { expiresAt } = await db
    .insertInto('pendingSignIns')
    .values({ email, browserHash, ...pending })
    .onConflict((conflict) => conflict.columns(['email', 'browserHash']).doUpdateSet(pending))
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return { code, token, expiresAt };
}

/**
 * Deletes the code of another browser if there would be too many. Picks one from the network with
 * the most codes, and never the oldest, so that a flood displaces only its own codes.
 */
async function makeRoom(db: Db, { email, browserHash }: { email: string; browserHash: Buffer }) {
  const others = await db
    .selectFrom('pendingSignIns')
    .select(['browserHash', 'networkHash'])
    .where('email', '=', email)
    .where('browserHash', '!=', browserHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('wrongTries', '<', maxWrongTries)
    .orderBy('createdAt')
    .execute();
  const ofNetwork = (code: { networkHash: Buffer }) =>
    others.filter(({ networkHash }) => networkHash.equals(code.networkHash)).length;
  const [, leaving] = others.toSorted((a, b) => ofNetwork(b) - ofNetwork(a));
  if (!leaving || others.length < maxCodes) return;
  await db
    .deleteFrom('pendingSignIns')
    .where((eb) => eb.and({ email, browserHash: leaving.browserHash }))
    .execute();
}

/**
 * Tries a code and returns the email address that it proves. It takes two secrets besides the code:
 * the token from the response to `sendCode` and the cookie of the browser that requested the code.
 * The row lock makes concurrent tries wait for each other, so that no try goes uncounted and a code
 * works only once. A refusal is returned, not thrown, because the counted try must be committed. After
 * a wrong code, it comes with the address.
 */
export async function trySignInCode(
  db: Db,
  { secrets, config }: Pick<AppContext, 'secrets' | 'config'>,
  { token, browser, code }: { token: string; browser: string; code: string },
): Promise<{ email: string } | { refusal: AppError; wrongFor?: string }> {
  const tokenHash = secrets.hash('sign-in-token', token);
  const browserHash = secrets.hash('sign-in-browser', browser);
  const pending = await db
    .selectFrom('pendingSignIns')
    .select(['email', 'codeHash', 'wrongTries', sql<boolean>`expires_at > now()`.as('isValid')])
    .where((eb) => eb.and({ tokenHash, browserHash }))
    .forUpdate()
    .executeTakeFirst();
  if (!pending) return refuse('This code is no longer valid. Please request a new one.');
  const { email, wrongTries } = pending;
  if (wrongTries >= maxWrongTries) return refuse(tooManyWrong);
  if (!pending.isValid) return refuse('This code has expired. Please request a new one.');
  const seconds = await secondsToWait(db, secrets, email);
  if (seconds > 0) {
    const message = `Too many wrong codes for this email address. Try again in ${duration(seconds)}, or sign in on a device you trust.`;
    return { refusal: new AppError('TOO_MANY_REQUESTS', message, { retryAfter: seconds }) };
  }
  if (codeHashOf(secrets, token, code).equals(pending.codeHash)) {
    await db.deleteFrom('pendingSignIns').where('tokenHash', '=', tokenHash).execute();
    await endDelays(db, secrets, email);
    return { email };
  }
  await db
    .updateTable('pendingSignIns')
    .set({ wrongTries: wrongTries + 1 })
    .where('tokenHash', '=', tokenHash)
    .execute();
  const failures = await countFailure(db, secrets, email);
  if (failures % failuresBeforeDelay === 0) {
    await queueMail(db, secrets, { to: email, ...wrongCodesMail(failures, config) });
  }
  const left = maxWrongTries - wrongTries - 1;
  const tries = left === 1 ? '1 try' : `${left} tries`;
  const message = left === 0 ? tooManyWrong : `That code isn't right. You have ${tries} left.`;
  return { ...refuse(message), wrongFor: email };
}

const tooManyWrong = 'Too many wrong codes. Please request a new one.';

function refuse(message: string): { refusal: AppError } {
  return { refusal: badField('code', message) };
}

/** Includes the token in the hash, so that equal codes have different hashes. */
function codeHashOf(secrets: Secrets, token: string, code: string): Buffer {
  return secrets.hash('sign-in-code', `${token}:${code}`);
}

/** From this many wrong codes on, counted forever, each one delays the address's next try. */
const failuresBeforeDelay = 100;

/** Returns the whole seconds until the address may try a code. Locks its count. */
async function secondsToWait(db: Db, secrets: Secrets, email: string): Promise<number> {
  const row = await db
    .selectFrom('signInFailures')
    .select(sql<number>`ceil(extract(epoch from next_try_at - now()))::int`.as('seconds'))
    .where('addressHash', '=', addressHashOf(secrets, email))
    .forUpdate()
    .executeTakeFirst();
  return Math.max(0, row?.seconds ?? 0);
}

async function countFailure(db: Db, secrets: Secrets, email: string): Promise<number> {
  // The delay doubles with each wrong code until one is right.
  const delay = sql`least(
    power(2, least(sign_in_failures.delays, 20)) * interval '1 minute', interval '24 hours')`;
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
  return failures;
}

/** Ends the delays after a right code. The count of wrong codes stays. */
async function endDelays(db: Db, secrets: Secrets, email: string): Promise<void> {
  await db
    .updateTable('signInFailures')
    .set({ delays: 0, nextTryAt: null })
    .where('addressHash', '=', addressHashOf(secrets, email))
    .execute();
}

/** Deletes the count of an address whose account is deleted. */
export async function forgetFailures(db: Db, secrets: Secrets, email: string): Promise<void> {
  const addressHash = addressHashOf(secrets, email);
  await db.deleteFrom('signInFailures').where('addressHash', '=', addressHash).execute();
}

function addressHashOf(secrets: Secrets, email: string): Buffer {
  return secrets.hash('sign-in-address', email);
}

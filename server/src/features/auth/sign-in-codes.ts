import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { AppError, badField } from '../../errors.ts';
import { duration } from '../../platform/limiter.ts';
import { newToken, type Secrets } from '../../platform/secrets.ts';
import { secondsToWait } from './sign-in-failures.ts';

/** How long a code is valid, in minutes. */
export const codeMinutes = 10;

/** So many wrong tries kill a code. */
const maxWrongTries = 5;

/** Codes of one address that are valid at the same time, one for each browser that asked. */
const maxCodes = 3;

const gone = 'This code is no longer valid. Please request a new one.';

/** What names a pending sign-in: neither is of use without the other and the code. */
interface PendingSignIn {
  /** The token that the answer to send-code carried. */
  token: string;
  /** The cookie of the browser that asked. */
  browser: string;
}

/**
 * Makes a code for the address, in place of this browser's earlier one. The code is for the mail, the
 * token for the answer; the database keeps keyed hashes alone.
 */
export async function createSignInCode(
  db: Db,
  secrets: Secrets,
  of: { email: string; browser: string; network: string },
): Promise<{ code: string; token: string; expiresAt: Date }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const token = newToken();
  const { email } = of;
  const browserHash = browserHashOf(secrets, of.browser);
  const pending = {
    networkHash: secrets.hash('sign-in-network', of.network),
    tokenHash: tokenHashOf(secrets, token),
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
 * Removes a code of another browser where there would be too many. It is taken from the network with
 * the most, and never the oldest: a flood displaces its own codes.
 */
async function makeRoom(
  db: Db,
  { email, browserHash }: { email: string; browserHash: Buffer },
): Promise<void> {
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
    .where('email', '=', email)
    .where('browserHash', '=', leaving.browserHash)
    .execute();
}

/** The address that a right code proved, or the refusal and, for a wrong code, its address. */
export type CodeTry = { email: string } | { refusal: AppError; wrongFor?: string };

/**
 * Tries a code. The row's lock makes tries at the same moment wait for each other, so that they get
 * no extra ones and one code signs in once. A refusal is returned and not thrown: the counted try
 * must be committed.
 */
export async function trySignInCode(
  db: Db,
  secrets: Secrets,
  attempt: PendingSignIn & { code: string },
): Promise<CodeTry> {
  const tokenHash = tokenHashOf(secrets, attempt.token);
  const pending = await db
    .selectFrom('pendingSignIns')
    .select(['email', 'codeHash', 'wrongTries', sql<boolean>`expires_at > now()`.as('isValid')])
    .where('tokenHash', '=', tokenHash)
    .where('browserHash', '=', browserHashOf(secrets, attempt.browser))
    .forUpdate()
    .executeTakeFirst();
  if (!pending) return { refusal: badField('code', gone) };
  const { email, wrongTries } = pending;
  if (!pending.isValid || wrongTries >= maxWrongTries) {
    return { refusal: badField('code', deadCode(wrongTries)) };
  }
  const seconds = await secondsToWait(db, secrets, email);
  if (seconds > 0) return { refusal: delayed(seconds) };
  if (codeHashOf(secrets, attempt.token, attempt.code).equals(pending.codeHash)) {
    await db.deleteFrom('pendingSignIns').where('tokenHash', '=', tokenHash).execute();
    return { email };
  }
  await db
    .updateTable('pendingSignIns')
    .set({ wrongTries: wrongTries + 1 })
    .where('tokenHash', '=', tokenHash)
    .execute();
  return {
    refusal: badField('code', wrongCode(maxWrongTries - wrongTries - 1)),
    wrongFor: email,
  };
}

function delayed(seconds: number): AppError {
  const message = `There were too many wrong codes for this address. Try again in ${duration(seconds)}, or sign in on a device you trust.`;
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfter: seconds });
}

function wrongCode(left: number): string {
  if (left <= 0) return deadCode(maxWrongTries);
  const tries = left === 1 ? '1 try' : `${left} tries`;
  return `This code is not right. You have ${tries} left.`;
}

function deadCode(wrongTries: number): string {
  return wrongTries >= maxWrongTries
    ? 'Too many wrong codes. Please request a new one.'
    : 'This code has expired. Please request a new one.';
}

/** The code's hash hangs on its token too, so that equal codes have different hashes. */
function codeHashOf(secrets: Secrets, token: string, code: string): Buffer {
  return secrets.hash('sign-in-code', `${token}:${code}`);
}

function tokenHashOf(secrets: Secrets, token: string): Buffer {
  return secrets.hash('sign-in-token', token);
}

function browserHashOf(secrets: Secrets, browser: string): Buffer {
  return secrets.hash('sign-in-browser', browser);
}

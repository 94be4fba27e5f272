import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { type AppError, badField } from '../../errors.ts';
import { newToken, type Secrets } from '../../platform/secrets.ts';

/** How long a code is valid, in minutes (decisions: Sign-in). */
export const codeMinutes = 10;

/** So many wrong tries kill a code (decisions: Sign-in). */
const maxWrongTries = 5;

const gone = 'This code is no longer valid. Please request a new one.';

/** What names a pending sign-in: neither is of use without the other and the code. */
interface PendingSignIn {
  /** The token that the answer to send-code carried. */
  token: string;
  /** The cookie of the browser that asked. */
  browser: string;
}

/**
 * Makes a code for the address, in place of an earlier one. The code is for the mail, the token
 * for the answer; the database keeps keyed hashes alone.
 */
export async function createSignInCode(
  db: Db,
  secrets: Secrets,
  of: { email: string; browser: string },
): Promise<{ code: string; token: string; expiresAt: Date }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const token = newToken();
  const pending = {
    tokenHash: tokenHashOf(secrets, token),
    browserHash: browserHashOf(secrets, of.browser),
    codeHash: codeHashOf(secrets, token, code),
    wrongTries: 0,
    createdAt: sql<Date>`now()`,
    expiresAt: sql<Date>`now() + make_interval(mins => ${codeMinutes})`,
  };
  const { expiresAt } = await db
    .insertInto('signInCodes')
    .values({ email: of.email, ...pending })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(pending))
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return { code, token, expiresAt };
}

/** What came of a try with a code: the address that it proved, or why not. */
export type CodeTry = { email: string } | { refusal: AppError };

/**
 * Tries a code. One conditional statement decides: it counts the try or spends the code under the
 * row's lock, so that tries at the same moment get no extra ones and one code signs in once.
 * A refusal is returned and not thrown: the counted try must be committed.
 */
export async function trySignInCode(
  db: Db,
  secrets: Secrets,
  attempt: PendingSignIn & { code: string },
): Promise<CodeTry> {
  const tokenHash = tokenHashOf(secrets, attempt.token);
  const browserHash = browserHashOf(secrets, attempt.browser);
  const right = sql<boolean>`code_hash = ${codeHashOf(secrets, attempt.token, attempt.code)}`;
  const tried = await db
    .updateTable('signInCodes')
    .set({
      wrongTries: sql<number>`wrong_tries + case when ${right} then 0 else 1 end`,
      expiresAt: sql<Date>`case when ${right} then 'epoch' else expires_at end`,
    })
    .where('tokenHash', '=', tokenHash)
    .where('browserHash', '=', browserHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('wrongTries', '<', maxWrongTries)
    .returning(['email', 'wrongTries', right.as('right')])
    .executeTakeFirst();
  if (tried?.right) {
    await db.deleteFrom('signInCodes').where('tokenHash', '=', tokenHash).execute();
    return { email: tried.email };
  }
  if (tried) return { refusal: badField('code', wrongCode(maxWrongTries - tried.wrongTries)) };
  const dead = await db
    .selectFrom('signInCodes')
    .select('wrongTries')
    .where('tokenHash', '=', tokenHash)
    .where('browserHash', '=', browserHash)
    .executeTakeFirst();
  return { refusal: badField('code', dead ? deadCode(dead.wrongTries) : gone) };
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

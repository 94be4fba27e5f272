import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { AppError } from '../errors.ts';

/** The time limit of one statement of a search, in milliseconds. */
const statementLimit = 3_000;

/** PostgreSQL's error code for a statement that it canceled. */
const queryCanceled = '57014';

/** Runs reads whose cost depends on the query. Throws SERVICE_UNAVAILABLE if they take too long. */
export async function withTimeLimit<Result>(
  db: Db,
  read: (trx: Db) => Promise<Result>,
  milliseconds = statementLimit,
): Promise<Result> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`.execute(trx);
      return read(trx);
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === queryCanceled)) throw error;
    throw new AppError('SERVICE_UNAVAILABLE', 'This search took too long. Try different words.');
  }
}

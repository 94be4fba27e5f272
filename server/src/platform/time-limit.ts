import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { AppError } from '../errors.ts';

/** Runs reads whose cost depends on the query. Throws SERVICE_UNAVAILABLE if one takes too long. */
export async function withTimeLimit<Result>(
  db: Db,
  read: (trx: Db) => Promise<Result>,
  milliseconds = 3_000,
): Promise<Result> {
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`.execute(trx);
      return read(trx);
    });
  } catch (error) {
    // PostgreSQL's code for a statement that it canceled.
    if (!(error instanceof Error && 'code' in error && error.code === '57014')) throw error;
    throw new AppError('SERVICE_UNAVAILABLE', 'This search took too long. Try different words.');
  }
}

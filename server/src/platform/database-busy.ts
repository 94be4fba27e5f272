import { TRPCError } from '@trpc/server';
import { AppError } from '../errors.ts';

/** Codes of PostgreSQL: a statement or a wait for a lock given up, no connection left, shutting down. */
const busyCodes = new Set(['57014', '55P03', '53300', '57P01', '57P03']);

/** What the pool says when no connection came free in time, and when a new one was not made in time. */
const noConnection = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]);

/**
 * A refusal with Retry-After for a failure that says no more than that the database is busy; null
 * for any other.
 */
export function databaseBusy(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (!busyCodes.has(code) && !noConnection.has(error.message)) return null;
  return new AppError('SERVICE_UNAVAILABLE', 'The server is busy. Please try again in a moment.', {
    retryAfter: 2,
  });
}

/** Throws the refusal for a database that is busy, and any other error as it is. */
export function refuseWhenBusy(error: unknown): never {
  const busy = databaseBusy(error);
  if (!busy) throw error;
  throw new TRPCError({ code: busy.code, message: busy.message, cause: busy });
}

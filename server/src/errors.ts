import { isId } from '@marketplace/shared/ids';

/** Refusals by the rules of the product; each has one HTTP status (see trpc.ts). */
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'TOO_MANY_REQUESTS'
  | 'SERVICE_UNAVAILABLE';

export interface FieldIssue {
  path: string;
  message: string;
  /** What could be sent instead. */
  suggestions?: string[];
}

/** A refusal. Its message is shown to the user and names no internals. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  /** The wrong fields, by their path in the input. */
  readonly issues: FieldIssue[] | undefined;
  /** Whole seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;
  /** It existed once: its page answers 410 instead of 404. */
  readonly gone: boolean | undefined;
  /** The caller's own listing that is in the way. */
  readonly listing: { id: string; title: string } | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: Partial<Pick<AppError, 'issues' | 'retryAfter' | 'gone' | 'listing'>> = {},
  ) {
    super(message);
    this.code = code;
    Object.assign(this, more);
  }
}

/** A refusal of one field: 400, with its name and with what could be sent instead, if that is known. */
export function badField(path: string, message: string, suggestions?: string[]): AppError {
  const issue = { path, message, ...(suggestions && { suggestions }) };
  return new AppError('BAD_REQUEST', message, { issues: [issue] });
}

/** The refusal of something that does not exist or that the caller may not see: 404. */
export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `${what} not found`);
}

/** Throws NOT_FOUND for text in another form than an id, with which nothing can be looked up. */
export function assertId(id: string, what: string): void {
  if (!isId(id)) throw notFound(what);
}

/** Codes of PostgreSQL: statement or lock timeout, no connection left, shutting down. */
const busyCodes = new Set(['57014', '55P03', '53300', '57P01', '57P03']);

/** The pool's messages when no connection was free in time, and when a new one took too long. */
const noConnection = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]);

/** The refusal, with Retry-After, of a call that fails because the database is busy; null for any other. */
export function databaseBusy(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (!busyCodes.has(code) && !noConnection.has(error.message)) return null;
  return new AppError('SERVICE_UNAVAILABLE', 'The server is busy. Please try again in a moment.', {
    retryAfter: 2,
  });
}

import type { FactorNeed } from '@marketplace/shared/factors/schemas';
import { isId } from '@marketplace/shared/ids';
import type { DraftView } from '@marketplace/shared/listings/drafts';

/** The codes of refusals by the rules of the product. Each has one HTTP status (see trpc.ts). */
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

/** The HTTP status of each code, which is also that of one item in a call about many. */
export const statusOf: Record<ErrorCode, number> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
};

export type FieldIssue = { path: string; message: string; suggestions?: string[] };

/** A refusal. Users see its message, so it names no internals. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  /** The invalid fields by their path in the input. */
  readonly issues: FieldIssue[] | undefined;
  /** Whole seconds until a retry can succeed. */
  readonly retryAfter: number | undefined;
  /** True if the thing existed once, so its page responds 410 instead of 404. */
  readonly gone: boolean | undefined;
  readonly listing: { id: string; title: string } | undefined;
  /** The newer version of a draft, which a change did not know. */
  readonly draft: DraftView | undefined;
  /** The second factor that the call needs. */
  readonly factor: FactorNeed | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: Partial<
      Pick<AppError, 'issues' | 'retryAfter' | 'gone' | 'listing' | 'draft' | 'factor'>
    > = {},
  ) {
    super(message);
    this.code = code;
    Object.assign(this, more);
  }
}

/** Returns the refusal of an input with these issues, and with those in `more` of other fields. */
export function badInput(issues: FieldIssue[], more: FieldIssue[] = []): AppError {
  const others = more.filter(({ path }) => issues.every((issue) => issue.path !== path));
  const all = [...issues, ...others];
  return new AppError('BAD_REQUEST', all[0]?.message ?? '', { issues: all });
}

/** Returns the refusal of one field: 400, with its name and acceptable values, if known. */
export function badField(path: string, message: string, suggestions?: string[]): AppError {
  const issue = { path, message, ...(suggestions && { suggestions }) };
  return new AppError('BAD_REQUEST', message, { issues: [issue] });
}

/** Returns the refusal for something that does not exist or that the caller may not see: 404. */
export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `${what} not found`);
}

/** Throws NOT_FOUND for a text that is not a valid id, because the database cannot look it up. */
export function assertId(id: string, what: string): void {
  if (!isId(id)) throw notFound(what);
}

/** PostgreSQL's codes for a statement or lock timeout, no free connection, and shutting down. */
const busyCodes = new Set(['57014', '55P03', '53300', '57P01', '57P03']);

/** The pool's messages when no connection was free in time and when a new one took too long. */
const noConnection = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]);

/** Returns the refusal, with Retry-After, for an error of a busy database, else null. */
export function databaseBusy(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (!busyCodes.has(code) && !noConnection.has(error.message)) return null;
  return new AppError('SERVICE_UNAVAILABLE', 'The server is busy. Please try again in a moment.', {
    retryAfter: 2,
  });
}

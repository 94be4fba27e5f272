/** What can go wrong by the rules of the product; each becomes one HTTP status (see trpc.ts). */
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
}

/** A refusal that the user is told: its message is shown as it is and names no internals. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** The fields it is about, in the form of the input. */
  readonly issues: FieldIssue[] | undefined;
  /** Whole seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;
  /** What was asked for was there once: its page answers 410 and not 404. */
  readonly gone: boolean;
  /** A listing of the caller's that stands in the way. */
  readonly listing: { id: string; title: string } | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: Partial<Pick<AppError, 'issues' | 'retryAfter' | 'gone' | 'listing'>> = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.issues = more.issues;
    this.retryAfter = more.retryAfter;
    this.gone = more.gone ?? false;
    this.listing = more.listing;
  }
}

/** A refusal of one field: 400, with its name. */
export function badField(path: string, message: string): AppError {
  return new AppError('BAD_REQUEST', message, { issues: [{ path, message }] });
}

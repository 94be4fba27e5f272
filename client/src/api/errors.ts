import type { TRPCClientErrorLike } from '@trpc/client';
import type { AppRouter } from '@marketplace/server/router';
import { sessionOver, unauthorized } from '@marketplace/shared/outcomes/session';
import { paths } from '../config/paths.ts';
import { toast } from '../ui/toast.ts';

function asServerError(error: unknown): Partial<TRPCClientErrorLike<AppRouter>> | null {
  return typeof error === 'object' ? error : null;
}

/** Returns the code of an error, such as 'NOT_FOUND'; undefined if the server was not reached. */
export function errorCode(error: unknown): string | undefined {
  return asServerError(error)?.data?.code;
}

/**
 * Returns the status of the server's response, and the seconds until a retry is allowed if it says
 * so. Null if the server was not reached or a proxy responded.
 */
export function refusalOf(error: unknown): { status: number; retryAfter?: number } | null {
  const { httpStatus, retryAfter } = asServerError(error)?.data ?? {};
  return httpStatus === undefined ? null : { status: httpStatus, retryAfter };
}

/** Returns the server's messages about single fields. */
export function fieldIssues(error: unknown) {
  return asServerError(error)?.data?.issues ?? [];
}

/** Returns the user's listing that caused a refusal, such as the first of too many alike. */
export function refusedListing(error: unknown): { id: string } | undefined {
  return asServerError(error)?.data?.listing;
}

/** Returns the server's message for a refusal, or `fallback` for a network error or a 5xx. */
export function errorMessage(error: unknown, fallback: string): string {
  const known = asServerError(error);
  if (!known?.data?.httpStatus || known.data.httpStatus >= 500) return fallback;
  return known.message || fallback;
}

/** Returns the newer draft of another device, which a refused save would have replaced. */
export function newerDraft(error: unknown) {
  return asServerError(error)?.data?.draft;
}

/** Returns true if the session has ended, unlike for 'Admin access required', also a 401. */
export function isUnauthorized(error: unknown): boolean {
  const known = asServerError(error);
  return known?.data?.httpStatus === 401 && known.message?.includes(unauthorized) === true;
}

let leaving = false;

/** Shows that the session has ended, and opens the sign-in after 500 ms. */
export function handleUnauthorized(): void {
  if (leaving) return;
  leaving = true;
  toast({ ...sessionOver, kind: 'error' });
  const { pathname, search } = window.location;
  const leave = () =>
    window.setTimeout(() => {
      leaving = false;
      window.location.assign(paths.login(pathname + search));
    }, 500);
  // Wait for the toast's code, or the page would leave before the toast shows.
  void import('../ui/toaster/Toaster.tsx').then(leave, leave);
}

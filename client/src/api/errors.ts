import type { TRPCClientErrorLike } from '@trpc/client';
import type { AppRouter } from '@marketplace/server/router';
import { sessionOver, unauthorized } from '@marketplace/shared/outcomes/session';
import { paths } from '../config/paths.ts';
import { toast } from '../ui/toast.ts';

type ServerError = TRPCClientErrorLike<AppRouter>;

function asServerError(error: unknown): Partial<ServerError> | null {
  return typeof error === 'object' ? error : null;
}

/** The code of an error, such as 'NOT_FOUND'; undefined when the server was not reached. */
export function errorCode(error: unknown): string | undefined {
  return asServerError(error)?.data?.code;
}

/**
 * The status of the server's answer, and after how many seconds to try again if it says so; null when
 * the server was not reached or a proxy answered.
 */
export function refusalOf(error: unknown): { status: number; retryAfter?: number } | null {
  const { httpStatus, retryAfter } = asServerError(error)?.data ?? {};
  return httpStatus === undefined ? null : { status: httpStatus, retryAfter };
}

/** The server's messages about single fields. */
export function fieldIssues(error: unknown) {
  return asServerError(error)?.data?.issues ?? [];
}

/** The user's listing that a refusal is about, such as the first of too many alike. */
export function refusedFor(error: unknown): { id: string } | undefined {
  return asServerError(error)?.data?.listing;
}

/** The message to show: the server's where it refused; `fallback` after a broken connection or a 5xx. */
export function errorMessage(error: unknown, fallback: string): string {
  const known = asServerError(error);
  if (!known?.data?.httpStatus || known.data.httpStatus >= 500) return fallback;
  return known.message || fallback;
}

/** True when the session is over, unlike with 'Admin access required'. */
export function isUnauthorized(error: unknown): boolean {
  const known = asServerError(error);
  return known?.data?.httpStatus === 401 && known.message?.includes(unauthorized) === true;
}

let leaving = false;

/** Shows that the session is over, and opens the sign-in after 500 ms. */
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
  // The toast is seen once its code is there.
  void import('../ui/toaster/Toaster.tsx').then(leave, leave);
}

import { errorCode, errorMessage, isUnauthorized, refusedFor } from './errors.ts';
import { paths } from '../config/paths.ts';
import { toast } from '../ui/toast.ts';

export interface Failure {
  title?: string;
  /** For when the server gives no message; with `exact` for all but limits, which say when to retry. */
  message: string;
  exact?: boolean;
}

/** Shows a failed call. A lost session is handled elsewhere, for all calls. */
export function toastFailure(error: unknown, { title = 'Error', message, exact }: Failure): void {
  if (isUnauthorized(error)) return;
  const listing = refusedFor(error);
  const isFixed = exact && errorCode(error) !== 'TOO_MANY_REQUESTS';
  toast({
    title,
    message: isFixed ? message : errorMessage(error, message),
    kind: 'error',
    action: listing && {
      label: 'Edit listing',
      run: () => window.location.assign(paths.editListing(listing.id)),
    },
  });
}

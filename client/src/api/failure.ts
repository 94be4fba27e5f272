import { errorCode, errorMessage, isUnauthorized, refusedListing } from './errors.ts';
import { paths } from '../config/paths.ts';
import { toast } from '../ui/toast.ts';

export interface Failure {
  title?: string;
  /** Shown if the server gives no message; with `exact`, for everything but a rate limit. */
  message: string;
  exact?: boolean;
}

/** Shows a failed call as a toast. `createQueryClient` handles a lost session instead. */
export function toastFailure(error: unknown, { title = 'Error', message, exact }: Failure): void {
  if (isUnauthorized(error)) return;
  const listing = refusedListing(error);
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

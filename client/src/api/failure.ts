import { errorMessage, isUnauthorized, refusedFor } from './errors.ts';
import { paths } from '../config/paths.ts';
import { toast } from '../ui/toast.ts';

export interface Failure {
  title?: string;
  /** Used where the server gives no message, or always with `exact`. */
  message: string;
  exact?: boolean;
}

/** Shows a failed call. A lost session is handled elsewhere, for all calls. */
export function toastFailure(error: unknown, { title = 'Error', message, exact }: Failure): void {
  if (isUnauthorized(error)) return;
  const listing = refusedFor(error);
  toast({
    title,
    message: exact ? message : errorMessage(error, message),
    kind: 'error',
    action: listing && {
      label: 'Edit listing',
      run: () => window.location.assign(paths.editListing(listing.id)),
    },
  });
}

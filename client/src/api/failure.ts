import { errorMessage, isUnauthorized, refusedFor } from './errors.ts';
import { paths } from '../config/paths.ts';
import { toast } from '../ui/toast.ts';

export interface Failure {
  title?: string;
  /** Said where the server has no words of its own, or always with `exact`. */
  message: string;
  exact?: boolean;
}

/** Tells of a failed call. A lost session is told elsewhere, for every call alike. */
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

interface FieldIssue {
  path: string;
  message: string;
}

/** What the server says about single fields; empty where it says nothing of the kind. */
export function fieldIssues(error: unknown): FieldIssue[] {
  if (typeof error !== 'object' || error === null || !('data' in error)) return [];
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('issues' in data)) return [];
  return Array.isArray(data.issues) ? (data.issues as FieldIssue[]) : [];
}

import type { MissingListingView } from '@marketplace/shared/listings/views';

/** What the tab says of a listing that cannot be seen: 'Oak desk – no longer available'. */
export function missingTitle(missing: MissingListingView | undefined): string {
  return missing?.title ? `${missing.title} – no longer available` : 'Listing not found';
}

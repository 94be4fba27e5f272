import type { ListingStateView } from '@marketplace/shared/listings/views';
import { formatPrice } from '@marketplace/shared/money';
import { createStore, useStore } from '../../../ui/store.ts';

/** A change of a listing while it was visible. */
export interface ListingChange {
  /** Such as 'Reserved' or 'Price changed to $40'. */
  text: string;
  /** True if the listing is reserved or sold now. */
  isTaken: boolean;
  /** The time in epoch milliseconds. */
  at: number;
}

/** The last change of each listing since the page was opened. */
const changes = createStore<ReadonlyMap<string, ListingChange>>(new Map());

/** Returns the last public change of the listing while the page was open. */
export function useListingChange(listingId: string): ListingChange | undefined {
  return useStore(changes, (known) => known.get(listingId));
}

const stateTexts = {
  available: 'Available again',
  reserved: 'Reserved',
  sold: 'Sold',
  expired: 'No longer available',
  inactive: 'No longer available',
};

const stateOf = (listing: ListingStateView) =>
  listing.isActive ? listing.availability : 'inactive';

/** Records a change of price or state. Edits of the text do not count. */
export function noteChange(before: ListingStateView, now: ListingStateView): void {
  const state = stateOf(now);
  const isNewState = state !== stateOf(before);
  if (!isNewState && before.price === now.price) return;
  const text = isNewState ? stateTexts[state] : `Price changed to ${formatPrice(now.price)}`;
  const isTaken = isNewState && state !== 'inactive' && state !== 'available';
  changes.set(new Map(changes.get()).set(now.id, { text, isTaken, at: Date.now() }));
}

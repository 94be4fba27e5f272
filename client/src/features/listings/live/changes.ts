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

/** Records a change of price or state. Edits of the text do not count. */
export function noteChange(before: ListingStateView, now: ListingStateView): void {
  const state = stateChange(before, now);
  const text = state ?? (before.price === now.price ? null : priceText(now.price));
  if (!text) return;
  const isTaken = state !== null && now.isActive && now.availability !== 'available';
  const change = { text, isTaken, at: Date.now() };
  changes.set(new Map(changes.get()).set(now.id, change));
}

const availabilityTexts = {
  available: 'Available again',
  reserved: 'Reserved',
  sold: 'Sold',
  expired: 'No longer available',
};

function stateChange(before: ListingStateView, now: ListingStateView): string | null {
  if (!now.isActive) return before.isActive ? 'No longer available' : null;
  const isSame = before.isActive && before.availability === now.availability;
  return isSame ? null : availabilityTexts[now.availability];
}

const priceText = (price: string) => `Price changed to ${formatPrice(price)}`;

import type { Query, QueryClient } from '@tanstack/react-query';
import type { ListingStateView, ListingView } from '@marketplace/shared/listings/views';
import type { ConversationView } from '@marketplace/shared/messaging/views';

/** A listing or conversation anywhere in the data of a query. */
type ListingData = ListingView | ConversationView;

/** Returns the ids of the visible listings, those of the newest data first. */
export function findVisibleListings(queryClient: QueryClient): string[] {
  const ids = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .flatMap(({ state }) => listingsIn(state.data).map(idOf));
  return [...new Set(ids)];
}

/** Writes the live states into the data of a query, except over newer data. */
export function applyLiveStates(query: Query, known: ReadonlyMap<string, ListingStateView>): void {
  const { data } = query.state;
  const changed = mapListings(data, (item) => {
    const now = known.get(idOf(item));
    return now ? withState(item, now) : item;
  });
  // Sets only the data, because its age and its refetching must not change.
  if (changed !== data) query.setState({ data: changed });
}

/**
 * True if a listing became available or unavailable and the query must be fetched again: for
 * conversations about the listing, and for its seller, `me`.
 */
export function needsRefetch({ state }: Query, now: ListingStateView, me?: string) {
  return listingsIn(state.data).some(
    (item) =>
      idOf(item) === now.id &&
      isOpen(item) !== now.isActive &&
      ('listingId' in item || item.sellerId === me),
  );
}

/** True for the page of a removed listing, which stays visible until the next visit. */
export function isRemovedListing({ state }: Query): boolean {
  return isListing(state.data) && !state.data.isActive;
}

function listingsIn(data: unknown): ListingData[] {
  const found: ListingData[] = [];
  mapListings(data, (item) => {
    found.push(item);
    return item;
  });
  return found;
}

/** Replaces each listing and conversation in the data. Returns the same object if none changed. */
function mapListings(data: unknown, change: (item: ListingData) => ListingData): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (isListing(data) || 'listingPrice' in data) return change(data as ListingData);
  if (Array.isArray(data)) {
    const mapped = data.map((item) => mapListings(item, change));
    return mapped.some((item, n) => item !== data[n]) ? mapped : data;
  }
  const changed = Object.entries(data).flatMap(([key, value]) => {
    const mapped = mapListings(value, change);
    return mapped === value ? [] : [[key, mapped] as const];
  });
  return changed.length > 0 ? { ...data, ...Object.fromEntries(changed) } : data;
}

function isListing(data: unknown): data is ListingView {
  const { price, version } = (data ?? {}) as Partial<ListingView>;
  return price !== undefined && version !== undefined;
}

const idOf = (item: ListingData) => ('listingId' in item ? item.listingId : item.id);

/** True if other users can open the listing. */
function isOpen(item: ListingData): boolean {
  return 'listingId' in item ? !item.listingGone && !item.listingHidden : item.isActive;
}

function withState(item: ListingData, now: ListingStateView): ListingData {
  // The state of an unknown listing has version 0.
  if (now.version > 0 && now.version < item.version) return item;
  const changed = 'listingId' in item ? inConversation(item, now) : inListing(item, now);
  const isSame = Object.entries(changed).every(
    ([key, value]) => item[key as keyof ListingData] === value,
  );
  return isSame ? item : ({ ...item, ...changed } as ListingData);
}

function inListing(listing: ListingView, now: ListingStateView): Partial<ListingView> {
  const { version, title, price, availability, isActive, awayUntil } = now;
  if (!isActive) return { version, isActive };
  const previousPrice = Number(price) < Number(listing.price) ? listing.price : null;
  const soldAt = availability === 'sold' ? (listing.soldAt ?? new Date().toISOString()) : null;
  return {
    ...{ version, isActive, availability, title, price, soldAt, awayUntil },
    ...(price !== listing.price && { previousPrice }),
  };
}

function inConversation(
  { isSeller, otherParticipants }: ConversationView,
  now: ListingStateView,
): Partial<ConversationView> {
  const { version, title, price, availability, isActive, awayUntil } = now;
  if (!isActive) return {};
  const hasMoved = !isSeller && otherParticipants.some((one) => one.awayUntil !== awayUntil);
  return {
    ...{ version, availability, listingTitle: title, listingPrice: price },
    ...(hasMoved && { otherParticipants: otherParticipants.map((one) => ({ ...one, awayUntil })) }),
  };
}

import type { Query, QueryClient } from '@tanstack/react-query';
import type { ListingStateView, ListingView } from '@marketplace/shared/listings/views';
import type { ConversationView } from '@marketplace/shared/messaging/views';

/** A listing or conversation anywhere in the data of a query. */
type Shown = ListingView | ConversationView;

/** Returns the ids of the visible listings, those of the newest data first. */
export function findShown(queryClient: QueryClient): string[] {
  const ids = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .flatMap(({ state }) => shownIn(state.data).map(idOf));
  return [...new Set(ids)];
}

/** Writes the live states into the data of a query, except over newer data. */
export function changeShown(query: Query, known: ReadonlyMap<string, ListingStateView>): void {
  const { data } = query.state;
  const changed = mapShown(data, (shown) => {
    const now = known.get(idOf(shown));
    return now ? withState(shown, now) : shown;
  });
  // Sets only the data, because its age and its refetching must not change.
  if (changed !== data) query.setState({ data: changed });
}

/**
 * True if a listing became available or unavailable and the query must be fetched again: for
 * conversations about the listing, and for its seller, `me`.
 */
export function isBehind({ state }: Query, now: ListingStateView, me: string | undefined): boolean {
  return shownIn(state.data).some(
    (shown) =>
      idOf(shown) === now.id &&
      isOpen(shown) !== now.isActive &&
      ('listingId' in shown || shown.sellerId === me),
  );
}

/** True for the page of a removed listing, which stays visible until the next visit. */
export function isLeft({ state }: Query): boolean {
  return isListing(state.data) && !state.data.isActive;
}

function shownIn(data: unknown): Shown[] {
  const found: Shown[] = [];
  mapShown(data, (shown) => {
    found.push(shown);
    return shown;
  });
  return found;
}

/** Replaces each listing and conversation in the data. Returns the same object if none changed. */
function mapShown(data: unknown, change: (shown: Shown) => Shown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (isListing(data) || isConversation(data)) return change(data);
  if (Array.isArray(data)) {
    const mapped = data.map((item) => mapShown(item, change));
    return mapped.some((item, n) => item !== data[n]) ? mapped : data;
  }
  const changed = Object.entries(data).flatMap(([key, value]) => {
    const mapped = mapShown(value, change);
    return mapped === value ? [] : [[key, mapped] as const];
  });
  return changed.length > 0 ? { ...data, ...Object.fromEntries(changed) } : data;
}

function isListing(data: unknown): data is ListingView {
  const { price, version } = (data ?? {}) as Partial<ListingView>;
  return price !== undefined && version !== undefined;
}

function isConversation(data: object): data is ConversationView {
  return 'listingPrice' in data;
}

function idOf(shown: Shown): string {
  return 'listingId' in shown ? shown.listingId : shown.id;
}

/** True if other users can open the listing. */
function isOpen(shown: Shown): boolean {
  return 'listingId' in shown ? !shown.listingGone && !shown.listingHidden : shown.isActive;
}

function withState(shown: Shown, now: ListingStateView): Shown {
  // The state of an unknown listing has version 0.
  if (now.version > 0 && now.version < shown.version) return shown;
  const changed = 'listingId' in shown ? inConversation(now) : inListing(shown, now);
  const isSame = Object.entries(changed).every(
    ([key, value]) => shown[key as keyof Shown] === value,
  );
  return isSame ? shown : ({ ...shown, ...changed } as Shown);
}

function inListing(listing: ListingView, now: ListingStateView): Partial<ListingView> {
  const { version, title, price, availability, isActive } = now;
  if (!isActive) return { version, isActive };
  const previousPrice = Number(price) < Number(listing.price) ? listing.price : null;
  const soldAt = availability === 'sold' ? (listing.soldAt ?? new Date().toISOString()) : null;
  return {
    ...{ version, isActive, availability, title, price, soldAt },
    ...(price !== listing.price && { previousPrice }),
  };
}

function inConversation(now: ListingStateView): Partial<ConversationView> {
  const { version, title, price, availability, isActive } = now;
  return isActive ? { version, availability, listingTitle: title, listingPrice: price } : {};
}

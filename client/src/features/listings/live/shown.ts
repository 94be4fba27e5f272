import type { Query, QueryClient } from '@tanstack/react-query';
import type { ListingStateView, ListingView } from '@marketplace/shared/listings/views';
import type { ConversationView } from '@marketplace/shared/messaging/views';

/** What a query may hold of a listing, whatever else it holds. */
type Shown = ListingView | ConversationView;

/** The ids of the listings on screen, those of the newest data first. */
export function findShown(queryClient: QueryClient): string[] {
  const ids = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .flatMap(({ state }) => shownIn(state.data).map(idOf));
  return [...new Set(ids)];
}

/** Writes live states into the query's data, except over newer ones. */
export function changeShown(query: Query, known: ReadonlyMap<string, ListingStateView>): void {
  const { data } = query.state;
  const changed = mapShown(data, (shown) => {
    const now = known.get(idOf(shown));
    return now ? withState(shown, now) : shown;
  });
  // In other respects the data is as old as it was, and asked for again or not.
  if (changed !== data) query.setState({ data: changed });
}

/**
 * Whether a listing can be opened now or no longer, and more changes with that in the query's data: in
 * conversations about it, and for its seller, `me`.
 */
export function isBehind({ state }: Query, now: ListingStateView, me: string | undefined): boolean {
  return shownIn(state.data).some(
    (shown) =>
      idOf(shown) === now.id &&
      isOpen(shown) !== now.isActive &&
      ('listingId' in shown || shown.sellerId === me),
  );
}

/** Whether the query is the page of a listing that is gone, which stays until somebody comes back to it. */
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

/** The data with each listing and conversation in it changed; the same data where none was. */
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

/** Whether others can open the listing. */
function isOpen(shown: Shown): boolean {
  return 'listingId' in shown ? !shown.listingGone && !shown.listingHidden : shown.isActive;
}

function withState(shown: Shown, now: ListingStateView): Shown {
  // One that is not there at all has no version.
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

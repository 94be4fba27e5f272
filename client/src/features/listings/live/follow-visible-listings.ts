import type { Query, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { liveListingsMax } from '@marketplace/shared/listings/constants';
import type { ListingStateView } from '@marketplace/shared/listings/views';
import { keepSubscribed } from '../../../api/keep-subscribed.ts';
import { trpc } from '../../../api/trpc.ts';
import { noteChange } from './changes.ts';
import {
  applyLiveStates,
  findVisibleListings,
  isRemovedListing,
  needsRefetch,
} from './visible-listings.ts';

/** A new availability also changes the deals and the waiting line of a listing. */
const dealsKey = getQueryKey(trpc.deals);

/** How long the set of visible listings must stay the same before it is announced, in ms. */
const stableMs = 150;

interface Options {
  queryClient: QueryClient;
  client: ReturnType<typeof trpc.useUtils>['client'];
  /** The viewer; undefined for a visitor. */
  me: string | undefined;
}

/** Updates the visible listings with live states until the returned function is called. */
export function followVisibleListings({ queryClient, client, me }: Options): () => void {
  const queries = queryClient.getQueryCache();
  /** The last state of each followed listing. */
  const known = new Map<string, ListingStateView>();
  let followed = '';
  let stop = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  const follow = (ids: string[]) => {
    /** The listings whose first state has arrived. Later states are changes that happen now. */
    const current = new Set<string>();
    return keepSubscribed<ListingStateView>({
      subscribe: (handlers) =>
        client.listings.live.subscribe({ ids }, { ...handlers, context: { isVisitor: !me } }),
      onLive: () => current.clear(),
      onData(state) {
        const before = known.get(state.id);
        known.set(state.id, state);
        if (before && current.has(state.id)) noteChange(before, state);
        if (before && before.availability !== state.availability) {
          void queryClient.invalidateQueries({ queryKey: dealsKey });
        }
        current.add(state.id);
        queries.getAll().forEach((query) => change(query, state));
      },
    });
  };
  const change = (query: Query, state: ListingStateView) => {
    const { queryKey } = query;
    const mustFetch = needsRefetch(query, state, me) && !query.state.isInvalidated;
    applyLiveStates(query, known);
    if (mustFetch) void queryClient.invalidateQueries({ queryKey, exact: true });
    else if (isRemovedListing(query)) query.invalidate();
  };
  const followVisible = () => {
    timer = undefined;
    const ids = findVisibleListings(queryClient).slice(0, liveListingsMax);
    const all = ids.toSorted().join();
    if (all === followed) return;
    followed = all;
    for (const id of known.keys()) if (!ids.includes(id)) known.delete(id);
    stop();
    stop = ids.length > 0 ? follow(ids) : () => {};
  };
  const unsubscribe = queries.subscribe((event) => {
    // A fetched answer may be older than the live state.
    if (event.type === 'updated' && event.action.type === 'success') {
      applyLiveStates(event.query, known);
    }
    if (event.type === 'updated' || event.type.startsWith('observer')) {
      timer ??= setTimeout(followVisible, stableMs);
    }
  });
  followVisible();
  return () => {
    unsubscribe();
    clearTimeout(timer);
    stop();
  };
}

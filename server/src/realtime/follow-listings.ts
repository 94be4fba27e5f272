import type { ListingStateView } from '@marketplace/shared/listings/views';
import type { AppContext } from '../app-context.ts';
import type { Session } from '../context.ts';
import type { ListingSnapshot } from './listing-watch.ts';
import { subscribe, type Subscriber } from './subscribe.ts';

/**
 * Yields the state of each listing, then each change, until the subscription ends. For a listing
 * that `user` (null for a visitor) cannot open, reveals only that it cannot be opened. A page that
 * reconnects gets the current states. Throws whatever `subscribe` throws.
 */
export function followListings(
  ctx: Pick<AppContext, 'hub' | 'log'>,
  request: Subscriber & { user: Session['user'] | null; ids: string[] },
): AsyncGenerator<ListingStateView, void> {
  const { user } = request;
  const ids = [...new Set(request.ids.map((id) => id.toLowerCase()))];
  return subscribe(ctx, request, (wake) => {
    /** States by listing id. A slow reader gets only the newest state of each listing. */
    const waiting = new Map<string, ListingSnapshot>();
    const close = ctx.hub.listings.watch(ids, (state) => {
      waiting.set(state.id, state);
      wake();
    });
    return {
      close,
      async next() {
        const states = [...waiting.values()];
        waiting.clear();
        return states.map((state) => viewState(state, user));
      },
    };
  });
}

function viewState(state: ListingSnapshot, user: Session['user'] | null): ListingStateView {
  const { id, sellerId, version, readable } = state;
  const isTheirs = user !== null && (user.isAdmin || user.id === sellerId);
  const isShown = readable || (isTheirs && !state.isDeleted);
  const nothing = { title: '', price: '0.00', availability: 'available', awayUntil: null };
  const { title, price, availability, awayUntil } = isShown ? state : nothing;
  return {
    ...{ id, version, title, price, awayUntil, isActive: readable },
    availability: availability as ListingStateView['availability'],
  };
}

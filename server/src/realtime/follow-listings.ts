import type { ListingStateView } from '@marketplace/shared/listings/views';
import type { AppContext } from '../app-context.ts';
import type { Session } from '../context.ts';
import type { StoredState } from './listing-watch.ts';
import { subscribe, type Subscriber } from './subscribe.ts';

interface ListingsRequest extends Subscriber {
  /** Who watches; null for a visitor. */
  user: Session['user'] | null;
  ids: string[];
}

/**
 * What these listings are, and then each change, without end. Of one that the user cannot open, nothing
 * more than that. Nothing is replayed: a page that connects again learns what they are then. Throws as
 * `subscribe`.
 */
export function followListings(
  ctx: Pick<AppContext, 'hub' | 'log'>,
  request: ListingsRequest,
): AsyncGenerator<ListingStateView, void> {
  const { user } = request;
  const ids = [...new Set(request.ids.map((id) => id.toLowerCase()))];
  return subscribe(ctx, request, (wake) => {
    /** By id: a slow reader gets the newest of each. */
    const waiting = new Map<string, StoredState>();
    const unwatch = ctx.hub.listings.watch(ids, {
      take(state) {
        waiting.set(state.id, state);
        wake();
      },
    });
    return {
      async next() {
        const states = [...waiting.values()];
        waiting.clear();
        return states.map((state) => viewState(state, user));
      },
      close: unwatch,
    };
  });
}

function viewState(state: StoredState, user: Session['user'] | null): ListingStateView {
  const { id, sellerId, version, readable } = state;
  const isTheirs = user !== null && (user.isAdmin || user.id === sellerId);
  const isShown = readable || (isTheirs && !state.isDeleted);
  const nothing = { title: '', price: '0.00', availability: 'available' };
  const { title, price, availability } = isShown ? state : nothing;
  return {
    ...{ id, version, title, price, isActive: readable },
    availability: availability as ListingStateView['availability'],
  };
}

import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { tooManyFavorites } from '@marketplace/shared/favorites/constants';
import { handleUnauthorized, isUnauthorized } from '../../../api/errors.ts';
import { toastFailure } from '../../../api/failure.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../ui/toast.ts';
import { favorites, showFavorite } from './favorites.ts';
import { forget, keep, readKept } from './kept.ts';

interface Options {
  /** The user whose favorites these are; undefined for a visitor. */
  me: string | undefined;
  client: ReturnType<typeof trpc.useUtils>['client'];
  queryClient: QueryClient;
}

export interface Keeper {
  /** Loads the stored favorites. */
  load(): Promise<void>;
  /** Stores the change of a press. */
  change(id: string, isSaved: boolean): void;
}

/** Returns the store of favorites: the server for a user, the browser for a visitor. */
export function createKeeper(options: Options): Keeper {
  return options.me ? createServerKeeper(options) : browserKeeper;
}

const browserKeeper: Keeper = {
  async load() {
    favorites.set(new Set(readKept()));
  },
  change(id, isSaved) {
    const isFirst = readKept().length === 0;
    if (!keep(id, isSaved)) {
      showFavorite(id, false);
      toast({ title: 'Favorites are full', message: tooManyFavorites, kind: 'error' });
    } else if (isSaved && isFirst) {
      toast({
        title: 'Saved to favorites',
        message: 'Sign in to see them on all your devices.',
        kind: 'success',
      });
    }
  },
};

function createServerKeeper({ client, queryClient }: Options): Keeper {
  /** The last press of each heart that the server has not confirmed. */
  const pressed = new Map<string, { isSaved: boolean }>();
  /** Calls run one at a time, so that the last press of a heart reaches the server last. */
  let last = Promise.resolve();
  const inTurn = (call: () => Promise<void>) => (last = last.then(call));

  const load = async () => {
    const kept = readKept();
    const isMerge = kept.length > 0;
    const before = favorites.get();
    const ids = isMerge
      ? await client.favorites.merge.mutate({ listingIds: kept })
      : await client.favorites.ids.query();
    const stored = new Set(ids);
    for (const [id, { isSaved }] of pressed) stored[isSaved ? 'add' : 'delete'](id);
    favorites.set(stored);
    // Refetches a visible list for new favorites. Those removed elsewhere stay until the user
    // leaves.
    const isBehind = isMerge || ids.some((id) => !before.has(id));
    const queryKey = getQueryKey(trpc.favorites.list);
    // Otherwise a list that is being fetched for the first time would lack the new ones.
    if (isBehind) await queryClient.cancelQueries({ queryKey });
    await queryClient.invalidateQueries({ queryKey, refetchType: isBehind ? 'active' : 'none' });
    // Last, because the page shows the favorites in the browser until the list arrives.
    forget(kept);
  };

  const store = async (id: string, press: { isSaved: boolean }) => {
    try {
      await client.favorites[press.isSaved ? 'add' : 'remove'].mutate({ listingId: id });
      tellOtherTabs();
    } catch (error) {
      if (isUnauthorized(error)) handleUnauthorized();
      if (pressed.get(id) === press) showFavorite(id, !press.isSaved);
      toastFailure(error, {
        title: "We couldn't save this",
        message: 'Check your connection and try again.',
      });
    }
    if (pressed.get(id) === press) pressed.delete(id);
  };

  return {
    // If loading fails, the hearts stay as they are until the next page.
    load: () => inTurn(() => load().catch(() => undefined)),
    change(id, isSaved) {
      const press = { isSaved };
      pressed.set(id, press);
      void inTurn(() => store(id, press));
    },
  };
}

function tellOtherTabs(): void {
  try {
    localStorage.setItem('favorites-changed', String(Date.now()));
  } catch {
    // Other tabs show the change after a reload.
  }
}

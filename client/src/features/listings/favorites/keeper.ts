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
  /** Whose favorites; undefined for a visitor. */
  me: string | undefined;
  client: ReturnType<typeof trpc.useUtils>['client'];
  queryClient: QueryClient;
}

export interface Keeper {
  /** Shows the favorites as they are stored now. */
  load(): Promise<void>;
  /** Stores what a press changed. */
  change(id: string, isSaved: boolean): void;
}

/** Stores favorites: those of a user on the server, a visitor's in the browser. */
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
  /** The last press of each heart that the server does not know of yet. */
  const pressed = new Map<string, { isSaved: boolean }>();
  /** Calls go one by one, so that the last press of a heart is the last that the server hears. */
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
    // A list on screen gets what is new, and keeps what was removed elsewhere until it is left.
    const isBehind = isMerge || ids.some((id) => !before.has(id));
    const queryKey = getQueryKey(trpc.favorites.list);
    // A list that is being fetched for the first time would not be fetched again, and lack them.
    if (isBehind) await queryClient.cancelQueries({ queryKey });
    await queryClient.invalidateQueries({ queryKey, refetchType: isBehind ? 'active' : 'none' });
    // Not before: until the list is here, the page shows what was kept.
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
    // Where it fails, the hearts stay as they are until the next page.
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
    // They show it once they are loaded again.
  }
}

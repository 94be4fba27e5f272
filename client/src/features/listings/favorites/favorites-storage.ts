import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { maxFavorites, tooManyFavorites } from '@marketplace/shared/favorites/constants';
import { handleUnauthorized, isUnauthorized } from '../../../api/errors.ts';
import { toastFailure } from '../../../api/failure.ts';
import { trpc } from '../../../api/trpc.ts';
import { attempt } from '../../../ui/attempt.ts';
import { toast } from '../../../ui/toast.ts';
import { favorites, showFavorite } from './favorite-ids.ts';

interface Options {
  /** The user whose favorites these are; undefined for a visitor. */
  me: string | undefined;
  client: ReturnType<typeof trpc.useUtils>['client'];
  queryClient: QueryClient;
}

export interface FavoritesStorage {
  /** Loads the stored favorites. */
  load(): Promise<void>;
  /** Stores the change of a press. */
  change(id: string, isSaved: boolean): void;
}

const browserStorage: FavoritesStorage = {
  async load() {
    favorites.set(new Set(readVisitorFavorites()));
  },
  change(id, isSaved) {
    const stored = readVisitorFavorites();
    const others = stored.filter((other) => other !== id);
    if (isSaved && others.length >= maxFavorites) {
      showFavorite(id, false);
      toast({ title: 'Favorites are full', message: tooManyFavorites, kind: 'error' });
      return;
    }
    writeVisitorFavorites(isSaved ? [id, ...others] : others);
    if (isSaved && stored.length === 0) {
      toast({
        title: 'Saved to favorites',
        message: 'Sign in to see them on all your devices.',
        kind: 'success',
      });
    }
  },
};

/** Returns where favorites are stored: on the server for a user, in the browser for a visitor. */
export function createFavoritesStorage({ me, client, queryClient }: Options): FavoritesStorage {
  if (!me) return browserStorage;
  /** The last press of each heart that the server has not confirmed. */
  const pressed = new Map<string, { isSaved: boolean }>();
  /** Calls run one at a time, so that the last press of a heart reaches the server last. */
  let last = Promise.resolve();
  const inTurn = (call: () => Promise<void>) => (last = last.then(call));

  const load = async () => {
    const fromBrowser = readVisitorFavorites();
    const isMerge = fromBrowser.length > 0;
    const before = favorites.get();
    const ids = isMerge
      ? await client.favorites.merge.mutate({ listingIds: fromBrowser })
      : await client.favorites.ids.query();
    const stored = new Set(ids);
    for (const [id, { isSaved }] of pressed) stored[isSaved ? 'add' : 'delete'](id);
    favorites.set(stored);
    // Refetches a visible list for new favorites. Others stay there until the user leaves it.
    const isBehind = isMerge || ids.some((id) => !before.has(id));
    const queryKey = getQueryKey(trpc.favorites.list);
    // Otherwise a list that is being fetched for the first time would lack the new ones.
    if (isBehind) await queryClient.cancelQueries({ queryKey });
    await queryClient.invalidateQueries({ queryKey, refetchType: isBehind ? 'active' : 'none' });
    // Last, because the page shows the favorites in the browser until the list arrives. Another tab
    // may have added some.
    writeVisitorFavorites(readVisitorFavorites().filter((id) => !fromBrowser.includes(id)));
  };

  const store = async (id: string, press: { isSaved: boolean }) => {
    try {
      await client.favorites[press.isSaved ? 'add' : 'remove'].mutate({ listingId: id });
      // Other tabs follow this key. Without storage, they show the change after a reload.
      attempt(() => localStorage.setItem('favorites-changed', String(Date.now())));
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

/** The key in localStorage of a visitor's favorites: their ids as JSON, newest first. */
export const storageKey = 'favorites';

/** Returns the ids stored in the browser; none if it forbids storage. */
export function readVisitorFavorites(): string[] {
  const ids: unknown = attempt(() => JSON.parse(localStorage.getItem(storageKey) ?? '[]'));
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

/** Without storage, the favorites last only as long as the page. */
function writeVisitorFavorites(ids: string[]): void {
  attempt(() => {
    if (ids.length > 0) localStorage.setItem(storageKey, JSON.stringify(ids));
    else localStorage.removeItem(storageKey);
  });
}

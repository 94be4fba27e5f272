import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isolated } from '@marketplace/shared/direction';
import { trpc } from '../../../api/trpc.ts';
import { attempt } from '../../../ui/attempt.ts';
import { createStore } from '../../../ui/store.ts';
import { loadFailedToast } from '../../../ui/lazy-part.tsx';
import { toast } from '../../../ui/toast.ts';
import { pageLoaded } from '../../../ui/page-loaded.ts';
import { favorites, showFavorite } from './favorite-ids.ts';
import type { FavoritesStorage } from './favorites-storage.ts';

/** The last change, announced to screen readers. */
export const announced = createStore('');

let openStorage: (() => Promise<FavoritesStorage>) | undefined;

/** Saves or removes a favorite. The heart changes before the code that stores it has loaded. */
export function toggleFavorite({ id, title }: { id: string; title: string }): void {
  const isSaved = !favorites.get().has(id);
  showFavorite(id, isSaved);
  announced.set(`${isolated(title)} ${isSaved ? 'saved to' : 'removed from'} favorites`);
  openStorage?.().then(
    (storage) => storage.change(id, isSaved),
    () => {
      showFavorite(id, !isSaved);
      toast(loadFailedToast);
    },
  );
}

/** Loads the favorites of `me`, or of a visitor, and follows changes by other tabs. */
export function useFavorites(me: string | undefined): void {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  useEffect(() => {
    let storage: Promise<FavoritesStorage> | undefined;
    const open = () => {
      storage ??= import('./favorites-storage.ts').then(({ createFavoritesStorage }) =>
        createFavoritesStorage({ me, client, queryClient }),
      );
      storage.catch(() => (storage = undefined));
      return storage;
    };
    let isOver = false;
    const load = () =>
      !isOver &&
      void open().then(
        (opened) => opened.load(),
        () => undefined,
      );
    // The key of a visitor's favorites, or the one that signals a change of a user's.
    const onStorage = ({ key }: StorageEvent) =>
      (key ?? 'favorites').startsWith('favorites') && load();
    openStorage = open;
    window.addEventListener('storage', onStorage);
    // Most visitors have no favorites and do not need the code.
    const hasFavorites = me ?? attempt(() => localStorage.getItem('favorites'));
    if (hasFavorites) void pageLoaded().then(load);
    return () => {
      isOver = true;
      window.removeEventListener('storage', onStorage);
      // A visitor's favorites stay visible while they are merged into the account.
      if (me) favorites.set(new Set());
    };
  }, [client, queryClient, me]);
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isolated } from '@marketplace/shared/direction';
import { trpc } from '../../../api/trpc.ts';
import { createStore, useStore } from '../../../ui/store.ts';
import { notLoaded } from '../../../ui/lazy-part.tsx';
import { toast } from '../../../ui/toast.ts';
import { wholeLoad } from '../../../ui/whole-load.ts';
import type { Keeper } from './keeper.ts';

/** The ids of the favorites. Empty on the server, and until they are loaded. */
export const favorites = createStore<ReadonlySet<string>>(new Set());

/** The last change, announced to screen readers. */
export const announced = createStore('');

let openKeeper: (() => Promise<Keeper>) | undefined;

export function useIsFavorite(listingId: string): boolean {
  return useStore(favorites, (ids) => ids.has(listingId));
}

/** Shows a listing as a favorite or not, without storing it. */
export function showFavorite(id: string, isSaved: boolean): void {
  const ids = new Set(favorites.get());
  if (isSaved) ids.add(id);
  else ids.delete(id);
  favorites.set(ids);
}

/** Saves or removes a favorite. The heart changes before the code that stores it has loaded. */
export function toggleFavorite({ id, title }: { id: string; title: string }): void {
  const isSaved = !favorites.get().has(id);
  showFavorite(id, isSaved);
  announced.set(`${isolated(title)} ${isSaved ? 'saved to' : 'removed from'} favorites`);
  openKeeper?.().then(
    (keeper) => keeper.change(id, isSaved),
    () => {
      showFavorite(id, !isSaved);
      toast(notLoaded);
    },
  );
}

/** Loads the favorites of `me`, or of a visitor, and follows changes by other tabs. */
export function useFavorites(me: string | undefined): void {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  useEffect(() => {
    let keeper: Promise<Keeper> | undefined;
    const open = () => {
      keeper ??= import('./keeper.ts').then(({ createKeeper }) =>
        createKeeper({ me, client, queryClient }),
      );
      keeper.catch(() => (keeper = undefined));
      return keeper;
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
    openKeeper = open;
    window.addEventListener('storage', onStorage);
    // Most visitors have no favorites and do not need the code.
    if (me || hasKept()) void wholeLoad().then(load);
    return () => {
      isOver = true;
      window.removeEventListener('storage', onStorage);
      // A visitor's favorites stay visible while they are merged into the account.
      if (me) favorites.set(new Set());
    };
  }, [client, queryClient, me]);
}

function hasKept(): boolean {
  try {
    return localStorage.getItem('favorites') !== null;
  } catch {
    return false;
  }
}

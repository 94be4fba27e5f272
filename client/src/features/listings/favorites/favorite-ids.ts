import { createStore, useStore } from '../../../ui/store.ts';

/** The ids of the favorites. Empty on the server, and until they are loaded. */
export const favorites = createStore<ReadonlySet<string>>(new Set());

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

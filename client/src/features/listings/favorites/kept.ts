import { maxFavorites } from '@marketplace/shared/favorites/constants';

/** The key in localStorage of a visitor's favorites: their ids as JSON, newest first. */
export const storageKey = 'favorites';

/** Returns the ids stored in the browser; none if it forbids storage. */
export function readKept(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Stores or removes a favorite. Returns false if there is no room for it. */
export function keep(id: string, isSaved: boolean): boolean {
  const others = readKept().filter((kept) => kept !== id);
  if (isSaved && others.length >= maxFavorites) return false;
  writeKept(isSaved ? [id, ...others] : others);
  return true;
}

/** Removes these ids, but none that another tab has added. */
export function forget(ids: string[]): void {
  writeKept(readKept().filter((id) => !ids.includes(id)));
}

function writeKept(ids: string[]): void {
  try {
    if (ids.length > 0) localStorage.setItem(storageKey, JSON.stringify(ids));
    else localStorage.removeItem(storageKey);
  } catch {
    // The favorites last only as long as the page.
  }
}

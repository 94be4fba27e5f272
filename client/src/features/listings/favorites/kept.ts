import { maxFavorites } from '@marketplace/shared/favorites/constants';

/** Where the browser keeps a visitor's favorites, as JSON: ids, the newest first. */
export const storageKey = 'favorites';

/** The ids that the browser keeps; none where it forbids storage. */
export function readKept(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Keeps or forgets one. Returns false if there is no room for it. */
export function keep(id: string, isSaved: boolean): boolean {
  const others = readKept().filter((kept) => kept !== id);
  if (isSaved && others.length >= maxFavorites) return false;
  writeKept(isSaved ? [id, ...others] : others);
  return true;
}

/** Forgets these, but none that another tab has added meanwhile. */
export function forget(ids: string[]): void {
  writeKept(readKept().filter((id) => !ids.includes(id)));
}

function writeKept(ids: string[]): void {
  try {
    if (ids.length > 0) localStorage.setItem(storageKey, JSON.stringify(ids));
    else localStorage.removeItem(storageKey);
  } catch {
    // They last as long as the page.
  }
}

/**
 * Returns true if a path cannot lead to another site: no '//', backslash, space or control
 * character.
 */
export function isLocalPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//') || path.includes('\\')) return false;
  return !/[\p{Cc}\s]/u.test(path);
}

/** Returns `next` if it is a path of this site, otherwise the fallback. */
export function localPathOr(next: string | null | undefined, fallback = '/'): string {
  return next && isLocalPath(next) ? next : fallback;
}

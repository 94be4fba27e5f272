/**
 * Returns true if a path is safe to open after a sign-in. It must start with a slash and contain no
 * '//', backslash, space, or control character, which browsers could read as another site.
 */
export function isLocalPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//') || path.includes('\\')) return false;
  return !/[\p{Cc}\s]/u.test(path);
}

/** Returns `next` if it is a path of this site, otherwise the fallback. */
export function localPathOr(next: string | null | undefined, fallback = '/'): string {
  return next && isLocalPath(next) ? next : fallback;
}

/**
 * Whether a path may follow a sign-in: it starts with a slash and has no '//', backslash, space or
 * control character, which browsers could read as another site.
 */
export function isLocalPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//') || path.includes('\\')) return false;
  return !/[\p{Cc}\s]/u.test(path);
}

/** `next` if it is a path of this site, else the fallback. */
export function localPathOr(next: string | null | undefined, fallback = '/'): string {
  return next && isLocalPath(next) ? next : fallback;
}

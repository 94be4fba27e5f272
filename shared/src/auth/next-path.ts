/**
 * True for a path of this site that may follow a sign-in: it begins with a slash and has no
 * scheme, no host, no '//', no backslash and no control character, which browsers would read as a
 * way to another site.
 */
export function isLocalPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//') || path.includes('\\')) return false;
  return !/[\p{Cc}\s]/u.test(path);
}

/** `next` where it is a path of this site, else '/'. */
export function localPathOr(next: string | null | undefined, fallback = '/'): string {
  return next && isLocalPath(next) ? next : fallback;
}

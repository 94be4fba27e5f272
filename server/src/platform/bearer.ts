import type { IncomingHttpHeaders } from 'node:http';

/** The bearer token of a call (RFC 6750), empty where it is left out; null without that scheme. */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  const bearer = /^bearer(?: +(.*))?$/i.exec(authorization ?? '');
  return bearer ? (bearer[1] ?? '').trim() : null;
}

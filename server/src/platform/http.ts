import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { CookieName } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Config } from './config.ts';
import { isLoopbackHost } from './networks.ts';

/** Cookie lifetimes in days. `browser` outlives sign-ins, to show who reviews from one browser. */
const lifetimes: Record<CookieName, number> = { session: 30, device: 180, browser: 180 };

/** Returns the cookie's name in headers. With https, __Host- binds it to this exact host. */
export function cookieName(name: CookieName, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

export function cookieOptions(name: CookieName, secure: boolean) {
  const maxAge = lifetimes[name] * 24 * 60 * 60;
  return { httpOnly: true, sameSite: 'lax' as const, secure, path: '/', maxAge };
}

/** Returns the bearer token (RFC 6750), '' if it is missing, null without that scheme. */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  const bearer = /^bearer(?: +(.*))?$/i.exec(authorization ?? '');
  return bearer ? (bearer[1] ?? '').trim() : null;
}

/**
 * Throws BAD_REQUEST for requests without a host (RFC 9112, 3.2; HTTP/1.0 needs none). Without
 * PUBLIC_URL, throws FORBIDDEN for hosts other than this machine. Otherwise another site could make
 * its name point here, and its pages would have the same origin.
 */
export function assertOwnHost(
  { publicUrlGiven }: Pick<Config, 'publicUrlGiven'>,
  { headers, host, raw }: Pick<FastifyRequest, 'headers' | 'host' | 'raw'>,
): void {
  if (headers.host === undefined && raw.httpVersion === '1.1') {
    throw new AppError('BAD_REQUEST', 'The request has no Host header.');
  }
  if (publicUrlGiven) return;
  // `host` is the host that a trusted proxy received.
  for (const asked of [headers.host, host]) {
    if (!asked) continue;
    const url = URL.parse(`http://${asked}`);
    if (url && isLoopbackHost(url.hostname)) continue;
    throw new AppError(
      'FORBIDDEN',
      `Without PUBLIC_URL this server answers to localhost only. To open it as ${url?.host ?? 'another host'}, ` +
        `start it with PUBLIC_URL set to that address, as in PUBLIC_URL=http://${url?.host ?? 'host'}.`,
    );
  }
}

/**
 * Returns true if a state-changing request comes from a page of this site or from no browser.
 * Browsers send Origin or Sec-Fetch-Site with each such request, and no page can prevent that.
 */
export function mayChangeState(
  config: Pick<Config, 'publicUrl' | 'publicUrlGiven'>,
  headers: IncomingHttpHeaders,
): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin !== undefined) {
    if (origin === new URL(config.publicUrl).origin) return true;
    // Without PUBLIC_URL, the requested host decides.
    return !config.publicUrlGiven && URL.canParse(origin) && new URL(origin).host === host;
  }
  return site === undefined || site === 'same-origin' || site === 'none';
}

/**
 * Returns true if a request means that someone opens a page now. Browsers also fetch pages ahead of
 * a click, and programs have a token.
 */
export function isOpening({
  method,
  headers,
}: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz'] ?? '';
  const isAhead = /^(?:prefetch|prerender|preview)/.test(String(purpose));
  return method === 'GET' && !isAhead && headers.authorization === undefined;
}

/** Returns an address with only its known parameters, in the order of `names`, as a cache key. */
export function withKnownParameters(url: string, names: readonly string[]): string {
  const start = url.indexOf('?');
  if (start < 0) return url;
  const given = new URLSearchParams(url.slice(start));
  const known = names.flatMap((name) =>
    given.getAll(name).map((value): [string, string] => [name, value]),
  );
  return url.slice(0, start) + (known.length > 0 ? `?${new URLSearchParams(known)}` : '');
}

/** Returns an ETag of a body. It is weak, because a proxy may compress the body. */
export function etagOf(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** Returns true if If-None-Match names the tag, including weak forms (RFC 9110, 13.1.2). */
export function matchesIfNoneMatch(etag: string, header: string | undefined): boolean {
  const strong = (tag: string) => tag.trim().replace(/^W\//, '');
  const tags = (header ?? '').split(',').map(strong);
  return tags.includes(strong(etag)) || tags.includes('*');
}

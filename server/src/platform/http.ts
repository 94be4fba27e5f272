import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { CookieName } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Config } from './config.ts';

const days = 24 * 60 * 60;

/** Seconds. The browser's cookie outlives sign-ins, to show which accounts review from one browser. */
const lifetimes: Record<CookieName, number> = {
  session: 30 * days,
  device: 180 * days,
  browser: 180 * days,
};

/** The cookie's name on the wire; under https the __Host- prefix pins it to this very host. */
export function cookieName(name: CookieName, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/** HttpOnly, SameSite=Lax, whole site; Secure under https. */
export function cookieOptions(name: CookieName, secure: boolean) {
  return { httpOnly: true, sameSite: 'lax' as const, secure, path: '/', maxAge: lifetimes[name] };
}

/** The bearer token of a request (RFC 6750), '' if the token is missing; null without that scheme. */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  const bearer = /^bearer(?: +(.*))?$/i.exec(authorization ?? '');
  return bearer ? (bearer[1] ?? '').trim() : null;
}

/** Whether the host name of a URL, with brackets, means this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return /^((.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/**
 * Refuses requests that name no host: BAD_REQUEST (RFC 9112, 3.2). Without PUBLIC_URL, refuses requests for
 * other hosts than this machine: another site can make its own name point here, and its pages would then be
 * of the same origin. Throws FORBIDDEN with what to set. HTTP/1.0, which has no `Host`, does not come from
 * browsers.
 */
export function assertOwnHost(
  { publicUrlGiven }: Pick<Config, 'publicUrlGiven'>,
  { headers, host, raw }: Pick<FastifyRequest, 'headers' | 'host' | 'raw'>,
): void {
  if (headers.host === undefined && raw.httpVersion === '1.1') {
    throw new AppError('BAD_REQUEST', 'The request has no Host header.');
  }
  if (publicUrlGiven) return;
  // The second one is the host that a trusted proxy was asked for.
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

/** Whether `origin` is this site's own. Without PUBLIC_URL that is the requested host. */
export function isOwnOrigin(
  config: Pick<Config, 'publicUrl' | 'publicUrlGiven'>,
  headers: IncomingHttpHeaders,
): boolean {
  const { origin, host } = headers;
  if (!origin) return false;
  if (origin === new URL(config.publicUrl).origin) return true;
  if (config.publicUrlGiven) return false;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Whether a state-changing request comes from a page of this site, or from no browser: browsers send
 * Origin or Sec-Fetch-Site with each of them, and no page can leave these out.
 */
export function mayChangeState(
  config: Pick<Config, 'publicUrl' | 'publicUrlGiven'>,
  headers: IncomingHttpHeaders,
): boolean {
  if (headers.origin !== undefined) return isOwnOrigin(config, headers);
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

/**
 * Returns an address with those of its query parameters that are known, in the order of their names: the key
 * of what depends on nothing else. Values are left as they are, and so are names that are there twice.
 */
export function knownAddress(url: string, names: readonly string[]): string {
  const start = url.indexOf('?');
  if (start < 0) return url;
  const given = new URLSearchParams(url.slice(start));
  const known = names.flatMap((name) =>
    given.getAll(name).map((value) => [name, value] as [string, string]),
  );
  return url.slice(0, start) + (known.length > 0 ? `?${new URLSearchParams(known)}` : '');
}

/** A weak ETag of a body, since a proxy may compress the body. */
export function etagOf(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** Whether an If-None-Match header names the tag, weak forms included (RFC 9110, 13.1.2). */
export function isAmong(etag: string, header: string | undefined): boolean {
  const tags = (header ?? '').split(',').map(strong);
  return tags.includes(strong(etag)) || tags.includes('*');
}

function strong(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

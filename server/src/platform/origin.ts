import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from './config.ts';

/** True when `origin` is this site's own. Without a configured PUBLIC_URL that is the host asked for. */
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
 * True when a state-changing call may come from one of this site's own pages, or from no browser at
 * all: browsers send Origin or Sec-Fetch-Site with every such call, and no page can leave them out.
 */
export function mayChangeState(
  config: Pick<Config, 'publicUrl' | 'publicUrlGiven'>,
  headers: IncomingHttpHeaders,
): boolean {
  if (headers.origin !== undefined) return isOwnOrigin(config, headers);
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

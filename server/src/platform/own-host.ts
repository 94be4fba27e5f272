import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { Config } from './config.ts';
import { isLoopbackHost } from './loopback.ts';

/**
 * Refuses a call for another host than this machine where no PUBLIC_URL says which one is right: a
 * page of another site may have its own name point here, and would then be of the same origin. A call
 * without `Host` comes from no browser. Throws FORBIDDEN with what to set.
 */
export function assertOwnHost(
  { publicUrlGiven }: Pick<Config, 'publicUrlGiven'>,
  { headers, host }: Pick<FastifyRequest, 'headers' | 'host'>,
): void {
  if (publicUrlGiven) return;
  // The second one is what a trusted proxy was asked for.
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

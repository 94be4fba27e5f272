import { type LookupAddress, lookup, type LookupOptions } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Config } from '../../platform/config.ts';
import { isLoopbackHost } from '../../platform/http.ts';
import { isPublicAddress } from '../../platform/networks.ts';

/** Milliseconds for a whole request. A push service that takes longer is tried again later. */
const timeoutMs = 10_000;

/**
 * Whether pushes may go to this address: over https to a host of the public internet, at the usual port,
 * or to the operator's own push service. A name that leads inside is refused by `guardedLookup`.
 */
export function isPushService({ pushService }: Pick<Config, 'pushService'>, url: string): boolean {
  const { origin, protocol, hostname, port, username } = new URL(url);
  if (username !== '') return false;
  if (origin === pushService) return true;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isPublic = isIP(host) ? isPublicAddress(host) : !isLoopbackHost(host) && host.includes('.');
  return protocol === 'https:' && port === '' && isPublic;
}

/** Resolves names as `dns.lookup` does; one with an address that is not public fails. */
export function guardedLookup(
  hostname: string,
  options: LookupOptions,
  callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new Error(`${hostname} is not a host of the public internet.`), []);
    }
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
}

const agent = new Agent({ keepAlive: true, lookup: guardedLookup });

/** Posts to a push service and returns the status and the Retry-After of the answer. Follows no redirects. */
export function postPush(
  config: Pick<Config, 'pushService'>,
  push: { endpoint: string; headers: Record<string, string | number>; body: Buffer },
): Promise<{ status: number; retryAfter: string | undefined }> {
  const { endpoint, headers, body } = push;
  const isOwn = new URL(endpoint).origin === config.pushService;
  const send = endpoint.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      endpoint,
      {
        method: 'POST',
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        ...(isOwn ? {} : { agent }),
      },
      (response) => {
        response.resume();
        response.once('error', () => undefined);
        const status = response.statusCode ?? 0;
        resolve({ status, retryAfter: response.headers['retry-after'] });
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}

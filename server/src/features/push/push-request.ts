import { type LookupAddress, lookup, type LookupOptions } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Config } from '../../platform/config.ts';
import { isLoopbackHost } from '../../platform/http.ts';
import { isPublicAddress } from '../../platform/networks.ts';

/** The limit for a whole request, in milliseconds. After it, the push is retried later. */
const timeoutMs = 10_000;

/**
 * Returns true if pushes may go to this address: over https to a public host at the default port,
 * or to the operator's push service. `guardedLookup` later refuses names of private addresses.
 */
export function isPushService({ pushService }: Pick<Config, 'pushService'>, url: string): boolean {
  const { origin, protocol, hostname, port, username } = new URL(url);
  if (username !== '') return false;
  if (origin === pushService) return true;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isPublic = isIP(host) ? isPublicAddress(host) : !isLoopbackHost(host) && host.includes('.');
  return protocol === 'https:' && port === '' && isPublic;
}

/** Resolves a name as `dns.lookup` does, but fails if any of its addresses is not public. */
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

/** Posts to a push service. Returns the status and the Retry-After header. Follows no redirects. */
export function postPush(
  config: Pick<Config, 'pushService'>,
  push: { endpoint: string; headers: Record<string, string | number>; body: Buffer },
): Promise<{ status: number; retryAfter: string | undefined }> {
  const { endpoint, headers, body } = push;
  const isOwn = new URL(endpoint).origin === config.pushService;
  const send = endpoint.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const options = { method: 'POST', headers, signal, ...(isOwn ? {} : { agent }) };
    const request = send(endpoint, options, (response) => {
      response.resume();
      response.once('error', () => undefined);
      const status = response.statusCode ?? 0;
      resolve({ status, retryAfter: response.headers['retry-after'] });
    });
    request.once('error', reject);
    request.end(body);
  });
}

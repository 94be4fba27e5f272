import { lookup, type LookupAddress } from 'node:dns';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackHost, isPublicAddress } from './networks.ts';

/** How the server reaches addresses that users choose. Tests replace it to reach this machine. */
export interface Outbound {
  permits(url: string): boolean;
  /** Resolves names when connecting. Refuses those of private addresses. */
  lookup: LookupFunction;
  /** The limit for a whole request. */
  timeoutMs: number;
}

/** An error whose message its user may read. */
export class OutboundError extends Error {}

const notPublic = (host: string) => `${host} is not a host of the public internet.`;

/**
 * Returns true for an https URL at the default port of a public host. `guardLookup` later refuses
 * names of private addresses.
 */
export function isPublicUrl(url: string): boolean {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isPublic = isIP(host) ? isPublicAddress(host) : !isLoopbackHost(host) && host.includes('.');
  return protocol === 'https:' && port === '' && username === '' && password === '' && isPublic;
}

/**
 * Returns a function that resolves a name as `dns.lookup` does, but fails if any of its addresses is
 * not public. The connection goes to the addresses that were checked, so that a name cannot resolve
 * differently in between.
 */
export function guardLookup(resolve: typeof lookup): LookupFunction {
  return (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new OutboundError(notPublic(hostname)), []);
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

export const guardedLookup = guardLookup(lookup);

export const publicOutbound: Outbound = {
  permits: isPublicUrl,
  lookup: guardedLookup,
  timeoutMs: 10_000,
};

/** How much of an answer is read, in bytes. */
const maxAnswer = 500;

/**
 * Posts to an address that a user chose, and returns the status with the beginning of the answer.
 * Follows no redirects. Throws if there was no answer; an `OutboundError` says why.
 */
export async function postOutbound(
  { permits, lookup, timeoutMs }: Outbound,
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
): Promise<{ status: number; answer: string }> {
  if (!permits(url)) throw new OutboundError(notPublic(new URL(url).hostname));
  const signal = AbortSignal.timeout(timeoutMs);
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  // A connection of its own, since one that the server closed would fail the next request.
  const request = send(url, { method: 'POST', headers, lookup, signal, agent: false });
  return new Promise((resolve, reject) => {
    request.once('error', (error) =>
      reject(signal.aborted ? new OutboundError(`No answer in ${timeoutMs / 1000} s.`) : error),
    );
    request.once('response', (response) => {
      let answer = Buffer.alloc(0);
      // The status decides. An answer that breaks off or takes too long is returned as far as it came.
      const finish = () => {
        resolve({
          status: response.statusCode ?? 0,
          answer: answer.subarray(0, maxAnswer).toString(),
        });
        request.destroy();
      };
      request.removeAllListeners('error').on('error', finish);
      response.on('error', finish).once('end', finish);
      response.on('data', (chunk: Buffer) => {
        answer = Buffer.concat([answer, chunk]);
        if (answer.length >= maxAnswer) finish();
      });
    });
    request.end(body);
  });
}

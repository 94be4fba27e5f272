import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import type { Config } from '../../platform/config.ts';
import { guardedLookup, isPublicUrl } from '../../platform/outbound.ts';

/** The limit for a whole request, in milliseconds. After it, the push is retried later. */
const timeoutMs = 10_000;

/** Returns true if pushes may go to this address: a public one, or the operator's push service. */
export function isPushService({ pushService }: Pick<Config, 'pushService'>, url: string): boolean {
  const { origin, username } = new URL(url);
  return isPublicUrl(url) || (origin === pushService && username === '');
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

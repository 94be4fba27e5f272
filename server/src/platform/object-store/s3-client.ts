import http from 'node:http';
import https from 'node:https';
import { Client, S3Error } from 'minio';
import type { Config } from '../config.ts';

type Configured = NonNullable<Config['s3']>;

/**
 * The public can read objects below `publicUrl`. Without it, this server serves them. Browsers
 * reach the store at `browserEndpoint`, or else at `endpoint`.
 */
export type S3Config = Omit<Configured, 'publicUrl' | 'browserEndpoint'> & Partial<Configured>;

/** How long the store may take to answer, in milliseconds. */
const answerTimeout = 4_000;
/** How long a body may pause, in milliseconds. A slow reader causes pauses. */
const bodyTimeout = 60_000;

/** Returns a client for the store at `endpoint`. It connects at its first call. */
export function connectS3(config: S3Config, endpoint: string): Client {
  const url = new URL(endpoint);
  const secure = url.protocol === 'https:';
  return new Client({
    endPoint: url.hostname,
    port: url.port ? Number(url.port) : secure ? 443 : 80,
    useSSL: secure,
    region: config.region,
    accessKey: config.accessKey,
    secretKey: config.secretKey,
    transport: withTimeouts(secure ? https : http),
    // The library's retry writes to the console and doubles every wait. Callers decide about
    // retries instead.
    retryOptions: { disableRetry: true },
  });
}

/** Wraps Node's `request` so that it is aborted when the store stays silent. */
function withTimeouts(transport: Pick<typeof http, 'request'>): Pick<typeof http, 'request'> {
  const request = (
    options: http.RequestOptions,
    onResponse: (res: http.IncomingMessage) => void,
  ) => {
    const outgoing = transport.request({ ...options, timeout: answerTimeout }, onResponse);
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
    outgoing.on('response', () => outgoing.setTimeout(bodyTimeout));
    return outgoing;
  };
  return { request: request as typeof http.request };
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof S3Error && codes.includes(error.code ?? '');
}

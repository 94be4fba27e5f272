import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Subscription {
  /** The public key of the only server that may push. */
  applicationServerKey: string;
  ecdh: ReturnType<typeof createECDH>;
  auth: Buffer;
  isGone: boolean;
}

export interface ReceivedPush {
  subscription: string;
  content: unknown;
  ttl: number;
  urgency: string | undefined;
  topic: string | undefined;
  claims: { aud: string; exp: number; sub: string };
}

/** Replaces the usual response. With `silent`, there is no response. */
export type PushTrouble = { status: number; retryAfter?: string } | { silent: true };

/** How many bytes a push service must accept (RFC 8030, 7.2). */
const maxBody = 4096;

/**
 * Starts a push service: RFC 8030 for messages, RFC 8292 for the identity of the sender, RFC 8291
 * for content that only the browser can read. Requests that break a rule get 400, 401, 403 or 413.
 */
export async function startPushServer(port = 0) {
  const subscriptions = new Map<string, Subscription>();
  const received: ReceivedPush[] = [];
  const troubles: PushTrouble[] = [];
  let tries = 0;
  let origin = '';

  async function accept(request: IncomingMessage): Promise<{ status: number }> {
    const id = (request.url ?? '').replace('/push/', '');
    const subscription = subscriptions.get(id);
    if (request.method !== 'POST' || !subscription) return { status: 404 };
    if (subscription.isGone) return { status: 410 };
    const body = await buffer(request);
    if (body.length > maxBody) return { status: 413 };
    const { ttl, urgency, topic } = headersOf(request);
    if (!/^\d+$/.test(ttl ?? '')) return { status: 400 };
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return { status: 400 };
    if (urgency !== undefined && !['very-low', 'low', 'normal', 'high'].includes(urgency)) {
      return { status: 400 };
    }
    if (request.headers['content-encoding'] !== 'aes128gcm') return { status: 400 };
    const claims = claimsOf(request.headers.authorization ?? '', subscription.applicationServerKey);
    if (!claims) return { status: 401 };
    const secondsValid = claims.exp - Date.now() / 1000;
    if (claims.aud !== origin || secondsValid < 0 || secondsValid > 24 * 60 * 60) {
      return { status: 403 };
    }
    if (!/^(mailto:|https:)/.test(claims.sub)) return { status: 403 };
    const content: unknown = JSON.parse(decrypt(body, subscription));
    received.push({ subscription: id, content, ttl: Number(ttl), urgency, topic, claims });
    return { status: 201 };
  }

  const server = createServer(async (request, response) => {
    // These paths are for browser tests, because their browsers have no push service.
    if (request.url === '/subscriptions') {
      const { applicationServerKey } = JSON.parse(String(await buffer(request)));
      response.end(JSON.stringify(subscribe(applicationServerKey)));
      return;
    }
    if (request.url === '/received') {
      response.end(JSON.stringify(received));
      return;
    }
    tries += 1;
    const trouble = troubles.shift();
    if (trouble && 'silent' in trouble) return;
    const { status, retryAfter } = trouble ?? { ...(await accept(request)), retryAfter: undefined };
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    response.writeHead(status).end();
  });

  /**
   * Subscribes a browser to the server with this key. Returns the result of
   * `PushSubscription.toJSON`.
   */
  function subscribe(applicationServerKey: string) {
    const id = randomUUID();
    const ecdh = createECDH('prime256v1');
    const p256dh = ecdh.generateKeys('base64url');
    const auth = randomBytes(16);
    subscriptions.set(id, { applicationServerKey, ecdh, auth, isGone: false });
    const keys = { p256dh, auth: auth.toString('base64url') };
    return { endpoint: `${origin}/push/${id}`, expirationTime: null, keys };
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    tries: () => tries,
    subscribe,
    /** Sets the responses to the next pushes, in order. */
    trouble: (...next: PushTrouble[]) => void troubles.push(...next),
    /** Ends a subscription, as when the browser unsubscribes. */
    end(endpoint: string) {
      const subscription = subscriptions.get(endpoint.split('/').at(-1) ?? '');
      if (!subscription) throw new Error(`There is no subscription ${endpoint}.`);
      subscription.isGone = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type PushServer = Awaited<ReturnType<typeof startPushServer>>;

function headersOf({ headers }: IncomingMessage) {
  const one = (name: string) => headers[name] as string | undefined;
  return { ttl: one('ttl'), urgency: one('urgency'), topic: one('topic') };
}

/**
 * Returns the claims of a `vapid` authorization if this key signed them, else null (RFC 8292, 3).
 */
function claimsOf(authorization: string, expectedKey: string): ReceivedPush['claims'] | null {
  const token = /^vapid t=([^,\s]+), ?k=([^,\s]+)$/.exec(authorization);
  const [header = '', claims = '', signature = ''] = token?.[1]?.split('.') ?? [];
  if (token?.[2] !== expectedKey) return null;
  const point = Buffer.from(expectedKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString('base64url'),
  );
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { alg } = JSON.parse(String(Buffer.from(header, 'base64url')));
  if (!isGenuine || alg !== 'ES256') return null;
  return JSON.parse(String(Buffer.from(claims, 'base64url')));
}

/**
 * Decrypts an `aes128gcm` body of one record (RFC 8188) with the keys of a subscription (RFC 8291).
 */
function decrypt(body: Buffer, { ecdh, auth }: Subscription): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + sender.length);
  const shared = ecdh.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2 and zeros.
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('The last record is not marked as the last.');
  return padded.subarray(0, end).toString();
}

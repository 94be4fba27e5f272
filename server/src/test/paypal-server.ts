import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const genuineSignature = 'signed by PayPal';

interface Refund {
  id: string;
  status: 'COMPLETED';
  amount: { currency_code: 'USD'; value: string };
}

interface Capture {
  id: string;
  status: string;
  amount?: { currency_code: string; value: string } | undefined;
}

interface Order {
  id: string;
  status: string;
  body: OrderBody;
  captures: Capture[];
  refunds: Refund[];
}

interface OrderBody {
  intent: string;
  purchase_units: { custom_id: string; amount: { currency_code: string; value: string } }[];
  payment_source: { paypal: { experience_context: { shipping_preference: string } } };
}

export interface PayPalRequest {
  method: string;
  path: string;
  body: string;
  requestId: string | undefined;
}

type Path = 'token' | 'create' | 'get' | 'capture' | 'verify';
/**
 * Replaces the usual response. With `after`, the request is executed first. Empty for no trouble.
 */
export interface Trouble {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  silent?: boolean;
  cut?: boolean;
  after?: boolean;
}

export const troubles = {
  declined: { status: 422, body: unprocessable('INSTRUMENT_DECLINED') },
  busy: { status: 429, body: { name: 'RATE_LIMIT_REACHED' }, headers: { 'retry-after': '7' } },
  broken: { status: 500, body: { name: 'INTERNAL_SERVER_ERROR', debug_id: 'abc123' } },
  malformed: { status: 200, body: '{"id": ' },
  silent: { silent: true },
} satisfies Record<string, Trouble>;

/** Returns PayPal's error body for a valid request that cannot be executed. */
function unprocessable(issue: string) {
  return { name: 'UNPROCESSABLE_ENTITY', debug_id: 'f00d', details: [{ issue }] };
}

/** Starts a real HTTP server with PayPal's REST API for one client. Tests set what goes wrong. */
export async function startPayPalServer(port = 0) {
  const clientId = 'store-client';
  const clientSecret = 'store-secret-of-tests';
  const orders = new Map<string, Order>();
  const replies = new Map<string, { status: number; body: unknown }>();
  const requests: PayPalRequest[] = [];
  const troubled = new Map<Path, Trouble[]>();
  const tokens = new Set<string>();

  const find = (id: string) => {
    const order = orders.get(id);
    if (!order) throw new Error(`PayPal has no order ${id}.`);
    return order;
  };

  function token(authorization: string | undefined, body: string) {
    const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
    if (authorization !== basic) return { status: 401, body: { error: 'invalid_client' } };
    const value = randomUUID();
    if (new URLSearchParams(body).get('response_type') !== 'client_token') tokens.add(value);
    return { status: 200, body: { access_token: value, token_type: 'Bearer', expires_in: 32400 } };
  }

  function create(body: string) {
    const order: Order = {
      id: randomUUID().replaceAll('-', '').slice(0, 17).toUpperCase(),
      status: 'PAYER_ACTION_REQUIRED',
      body: JSON.parse(body) as OrderBody,
      captures: [],
      refunds: [],
    };
    orders.set(order.id, order);
    return { status: 200, body: shown(order) };
  }

  function capture(id: string) {
    const order = orders.get(id);
    if (!order) return notFound;
    if (order.status === 'COMPLETED') {
      return { status: 422, body: unprocessable('ORDER_ALREADY_CAPTURED') };
    }
    if (order.status !== 'APPROVED') {
      return { status: 422, body: unprocessable('ORDER_NOT_APPROVED') };
    }
    order.status = 'COMPLETED';
    const amount = order.body.purchase_units[0]?.amount;
    order.captures.push({ id: `CAPTURE-${id}`, status: 'COMPLETED', amount });
    return { status: 201, body: shown(order) };
  }

  function answerTo(path: Path, id: string, { body }: PayPalRequest) {
    if (path === 'create') return create(body);
    if (path === 'capture') return capture(id);
    if (path === 'verify') {
      const { transmission_sig: signature } = JSON.parse(body) as { transmission_sig: string };
      const status = signature === genuineSignature ? 'SUCCESS' : 'FAILURE';
      return { status: 200, body: { verification_status: status } };
    }
    const order = orders.get(id);
    return order ? { status: 200, body: shown(order) } : notFound;
  }

  /** A repeated request id gets the first response, unless that was a server error. */
  function once(path: Path, id: string, request: PayPalRequest) {
    const key = request.requestId && `${path} ${id} ${request.requestId}`;
    const known = key === undefined ? undefined : replies.get(key);
    if (known) return known;
    const answer = answerTo(path, id, request);
    if (key !== undefined) replies.set(key, answer);
    return answer;
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request: PayPalRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      body: await bodyOf(incoming),
      requestId: incoming.headers['paypal-request-id']?.toString(),
    };
    const approved = /^\/buyer-approves\/(\w+)$/.exec(request.path)?.[1];
    if (approved !== undefined) {
      find(approved).status = 'APPROVED';
      send(response, { status: 204 });
      return;
    }
    requests.push(request);
    const { path, id } = placeOf(request);
    if (!path) return send(response, notFound);
    const next = troubled.get(path)?.shift();
    const trouble = next && Object.keys(next).length > 0 ? next : undefined;
    if (trouble && !trouble.after) return send(response, trouble);
    const { authorization } = incoming.headers;
    const known = tokens.has(authorization?.replace('Bearer ', '') ?? '');
    const invalid = { status: 401, body: { error: 'invalid_token' } };
    const answer =
      path === 'token'
        ? token(authorization, request.body)
        : known
          ? once(path, id, request)
          : invalid;
    send(response, trouble ?? answer);
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    environment: {
      PAYPAL_CLIENT_ID: clientId,
      PAYPAL_CLIENT_SECRET: clientSecret,
      PAYPAL_BASE_URL: url,
      PAYPAL_WEBHOOK_ID: 'WEBHOOK-1',
    },
    requests,
    order: find,
    /** Approves an order, as the buyer does on PayPal's page. */
    approve: (id: string) => void (find(id).status = 'APPROVED'),
    /** Refunds an order, as the seller does on PayPal's page. Returns the id of the capture. */
    refund(id: string, value: string) {
      const order = find(id);
      const [taken] = order.captures;
      if (!taken) throw new Error(`Order ${id} was not captured.`);
      const total = order.body.purchase_units[0]?.amount.value;
      taken.status = value === total ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
      const amount = { currency_code: 'USD', value } as const;
      order.refunds.push({ id: randomUUID(), status: 'COMPLETED', amount });
      return taken.id;
    },
    /** Sets the outcomes of the next calls of this kind, in order. */
    trouble: (path: Path, ...next: Trouble[]) => void troubled.set(path, next),
    /** Revokes all tokens before they expire. */
    revokeTokens: () => tokens.clear(),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export type PayPalServer = Awaited<ReturnType<typeof startPayPalServer>>;

const notFound = {
  status: 404,
  body: { name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] },
};

function placeOf({ method, path }: PayPalRequest): { path?: Path; id: string } {
  if (path === '/v1/oauth2/token') return { path: 'token', id: '' };
  if (path === '/v1/notifications/verify-webhook-signature') return { path: 'verify', id: '' };
  const [, id = '', rest] = /^\/v2\/checkout\/orders(?:\/(\w+))?(\/capture)?$/.exec(path) ?? [];
  if (method === 'POST' && id === '' && path.endsWith('/orders')) return { path: 'create', id };
  if (method === 'POST' && rest) return { path: 'capture', id };
  return method === 'GET' && id ? { path: 'get', id } : { id };
}

function shown({ id, status, body, captures, refunds }: Order) {
  const units = body.purchase_units.map((unit) => ({
    ...unit,
    ...(captures.length > 0 ? { payments: { captures, refunds } } : {}),
  }));
  // This is a text, because an order may change while its response is stored.
  return JSON.stringify({ id, intent: body.intent, status, purchase_units: units });
}

function send(response: ServerResponse, { status = 200, body, headers, silent, cut }: Trouble) {
  if (silent) return;
  if (cut) {
    response.destroy();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

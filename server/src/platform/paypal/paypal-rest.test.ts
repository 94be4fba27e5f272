import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  genuineSignature,
  type PayPalServer,
  startPayPalServer,
  type Trouble,
  troubles,
} from '../../test/paypal-server.ts';
import { readConfig } from '../config.ts';
import { createPayPal } from './paypal-rest.ts';
import type { NewPayPalOrder, PayPal } from './paypal.ts';

let server: PayPalServer;
let paypal: PayPal;

beforeEach(async () => {
  server = await startPayPalServer();
  paypal = connect();
});
afterEach(() => server.close());

function connect(timeout?: number, more: Record<string, string> = {}): PayPal {
  const config = readConfig({
    ...server.environment,
    PUBLIC_URL: 'https://www.shop.test',
    ...more,
  });
  const made = createPayPal(config, timeout);
  if (!made) throw new Error('PayPal is not configured.');
  return made;
}

const newOrder = (more: Partial<NewPayPalOrder> = {}): NewPayPalOrder => ({
  requestId: randomUUID(),
  title: 'Oak table',
  price: '120.00',
  shipping: '9.95',
  total: '129.95',
  needsAddress: true,
  ...more,
});

const callsOf = (path: RegExp) => server.requests.filter((request) => path.test(request.path));
const tokens = /oauth2/;

describe('an order', () => {
  it('is created with exact amounts, and requests an address only for shipping', async () => {
    const id = await paypal.createOrder(newOrder());
    const { purchase_units: units, payment_source: source } = server.order(id).body;
    expect(units[0]?.amount).toEqual({
      currency_code: 'USD',
      value: '129.95',
      breakdown: {
        item_total: { currency_code: 'USD', value: '120.00' },
        shipping: { currency_code: 'USD', value: '9.95' },
      },
    });
    expect(source.paypal.experience_context.shipping_preference).toBe('GET_FROM_FILE');
    const picked = await paypal.createOrder(newOrder({ needsAddress: false }));
    const { experience_context: context } = server.order(picked).body.payment_source.paypal;
    expect(context.shipping_preference).toBe('NO_SHIPPING');
  });

  it('is created once per request id', async () => {
    const order = newOrder();
    expect(await paypal.createOrder(order)).toBe(await paypal.createOrder(order));
  });

  it('has a title cut to PayPal’s limit, without half a character', async () => {
    const id = await paypal.createOrder(newOrder({ title: `${'a'.repeat(126)}🪑 and more` }));
    expect(server.order(id).body.purchase_units[0]).toMatchObject({ description: 'a'.repeat(126) });
  });

  it('is captured once after the approval, even if the call is repeated, and shows its refunds', async () => {
    const id = await paypal.createOrder(newOrder());
    await expect(paypal.captureOrder(id, 'a')).rejects.toMatchObject({ problem: 'notApproved' });
    server.approve(id);
    expect(await paypal.getOrder(id)).toMatchObject({ status: 'approved', capture: null });
    const captured = await paypal.captureOrder(id, 'b');
    expect(captured).toMatchObject({
      status: 'completed',
      capture: { status: 'completed' },
      refunded: '0.00',
    });
    expect(await paypal.captureOrder(id, 'b')).toEqual(captured);
    // With another request id, PayPal answers ORDER_ALREADY_CAPTURED.
    expect(await paypal.captureOrder(id, 'c')).toEqual(captured);
    server.refund(id, '20.00');
    expect(await paypal.getOrder(id)).toMatchObject({
      capture: { status: 'completed' },
      refunded: '20.00',
    });
  });

  it('that PayPal does not know is reported as gone', async () => {
    await expect(paypal.getOrder('NOSUCHORDER')).rejects.toMatchObject({ problem: 'gone' });
    await expect(paypal.captureOrder('NOSUCHORDER', 'a')).rejects.toMatchObject({
      problem: 'gone',
    });
  });
});

describe('a token', () => {
  it('is fetched once for concurrent calls, and cached', async () => {
    await Promise.all([paypal.createOrder(newOrder()), paypal.createOrder(newOrder())]);
    await paypal.createOrder(newOrder());
    expect(callsOf(tokens)).toHaveLength(1);
  });

  it('that was revoked is fetched again, and the call succeeds', async () => {
    await paypal.createOrder(newOrder());
    server.revokeTokens();
    await paypal.createOrder(newOrder());
    expect(callsOf(tokens)).toHaveLength(2);
  });

  it('that is about to expire is not used', async () => {
    const body = { access_token: 'short', expires_in: 60 };
    server.trouble('token', { status: 200, body });
    await expect(paypal.getOrder('X')).rejects.toMatchObject({ problem: 'gone' });
    expect(callsOf(tokens)).toHaveLength(2);
  });

  it('that cannot be fetched fails the call, and the next call tries again', async () => {
    server.trouble('token', troubles.broken);
    await expect(paypal.createOrder(newOrder())).rejects.toMatchObject({ problem: 'down' });
    await paypal.createOrder(newOrder());
  });

  it('that cannot be renewed for several calls leaves no unhandled rejection', async () => {
    const id = await paypal.createOrder(newOrder());
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    server.revokeTokens();
    server.trouble('token', { status: 401 }, { status: 401 }, { status: 401 });
    const calls = await Promise.allSettled([1, 2, 3].map(() => paypal.getOrder(id)));
    expect(calls.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    // Node reports unhandled rejections after the microtasks of a turn.
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('is not issued for wrong credentials, and the error reveals no secret', async () => {
    const stranger = connect(undefined, { PAYPAL_CLIENT_SECRET: 'a wrong secret' });
    const refusal: unknown = await stranger.createOrder(newOrder()).catch((error) => error);
    expect(refusal).toMatchObject({ problem: 'down' });
    expect(String(refusal)).not.toContain('wrong secret');
  });

  it('for a page is bound to the host of the site', async () => {
    expect(await paypal.createClientToken()).toBeTruthy();
    const [request] = callsOf(tokens);
    const sent = Object.fromEntries(new URLSearchParams(request?.body));
    expect(sent).toEqual({
      grant_type: 'client_credentials',
      response_type: 'client_token',
      'domains[]': 'shop.test',
    });
  });
});

describe('a failure', () => {
  it.each<[string, Trouble, object]>([
    ['a declined payment', troubles.declined, { problem: 'declined' }],
    ['a limit', troubles.busy, { problem: 'down', retryAfter: 7 }],
    ['a 500', troubles.broken, { problem: 'down', message: expect.stringContaining('abc123') }],
    ['malformed JSON', troubles.malformed, { problem: 'down' }],
    ['JSON of another form', { status: 200, body: [] }, { problem: 'down' }],
    ['silence', troubles.silent, { problem: 'down', message: 'no answer in time' }],
    ['a cut connection', { cut: true }, { problem: 'down', message: 'no connection' }],
    ['a redirect', { status: 302, headers: { location: '/' } }, { problem: 'down' }],
    ['a refused token, twice', { status: 401 }, { problem: 'down' }],
  ])('by %s is reported as a PayPalError', async (_name, trouble, expected) => {
    const id = await paypal.createOrder(newOrder());
    server.approve(id);
    server.trouble('capture', trouble, trouble);
    // Only the silent case needs a short timeout. A busy machine may answer the others late.
    if (trouble === troubles.silent) paypal = connect(2_000);
    await expect(paypal.captureOrder(id, 'a')).rejects.toMatchObject(expected);
  });

  it('contains only plain words of PayPal’s answer', async () => {
    const body = { name: 'X', debug_id: '\n{"level":50}', details: [{ issue: 'Jane <a@b.c>' }] };
    server.trouble('get', { status: 500, body });
    await expect(paypal.getOrder('X')).rejects.toThrow('status 500 Janeabc (debug id level50)');
  });
});

describe('an event', () => {
  const headers = {
    auth_algo: 'SHA256withRSA',
    cert_url: 'https://api.paypal.com/cert',
    transmission_id: '1',
    transmission_sig: genuineSignature,
    transmission_time: '2026-11-21T00:00:00Z',
  };

  it('is genuine if PayPal says so, based on its unchanged body', async () => {
    const rawBody = '{"id":"1",  "amount":1.00}';
    expect(await paypal.isGenuine({ headers, rawBody })).toBe(true);
    expect(server.requests.at(-1)?.body).toContain(`"webhook_event":${rawBody}}`);
    const forged = { ...headers, transmission_sig: 'forged' };
    expect(await paypal.isGenuine({ headers: forged, rawBody })).toBe(false);
  });
});

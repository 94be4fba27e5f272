import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { payPalOf, purchase } from '../features/payments/payments.fixtures.ts';
import { createTestListing } from '../features/messaging/messaging.fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { allQueuedMails } from '../test/mail.ts';
import {
  genuineSignature,
  type PayPalServer,
  startPayPalServer,
  troubles,
} from '../test/paypal-server.ts';
import { startTestServer, type TestServer } from '../test/server.ts';
import { createTableDigests, differingTables } from '../test/table-digests.ts';

let database: TestDatabase;
let paypal: PayPalServer;
let server: TestServer;
let cookie: string;
let listingId: string;
let events = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  paypal = await startPayPalServer();
  server = await startTestServer(database, payPalOf(paypal));
});
afterAll(async () => {
  await server.close();
  await paypal.close();
  await database.close();
});
beforeEach(async () => {
  const seller = await server.signedIn({ canUsePaypal: true });
  listingId = await createTestListing(database.db, seller.id);
  ({ cookie } = await server.signedIn());
});

async function call(path: string, init: RequestInit = {}) {
  const answer = await fetch(server.url + path, init);
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

const post = (path: string, json?: unknown, as = cookie) =>
  call(path, {
    method: 'POST',
    headers: { cookie: as, 'content-type': 'application/json' },
    body: json === undefined ? undefined : JSON.stringify(json),
  });

async function approvedOrder(): Promise<string> {
  const { json } = await post('/paypal/order', purchase(listingId));
  const id = String(json.id);
  paypal.approve(id);
  return id;
}

const capture = (id: string) => post(`/paypal/order/${id}/capture`);

async function orderOf(id: string) {
  return database.db
    .selectFrom('orders')
    .select(['state', 'refunded', 'captureId'])
    .where('paypalOrderId', '=', id)
    .executeTakeFirstOrThrow();
}

const newEvent = (type: string, resource: object) => ({
  id: `WH-${(events += 1)}`,
  event_type: type,
  resource,
});

function tell(body: unknown, signature = genuineSignature, headers: Record<string, string> = {}) {
  return call('/paypal/webhook', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/cert',
      'paypal-transmission-id': '1',
      'paypal-transmission-sig': signature,
      'paypal-transmission-time': '2026-11-21T00:00:00Z',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

describe('a checkout over REST', () => {
  it('goes from setup to capture in the documented form', async () => {
    const setup = await call('/paypal/setup', { headers: { cookie } });
    expect(setup).toMatchObject({ status: 200, json: { clientToken: expect.any(String) } });
    const created = await post('/paypal/order', purchase(listingId));
    expect(created).toEqual({ status: 200, json: { id: expect.any(String) } });
    const id = String(created.json.id);
    expect(await capture(id)).toMatchObject({ status: 409 });
    paypal.approve(id);
    expect(await capture(id)).toMatchObject({ status: 200, json: { id, state: 'captured' } });
    expect(await capture(id)).toMatchObject({ status: 200, json: { id, state: 'captured' } });
  });

  it('names a wrong amount and missing fields', async () => {
    const wrong = { ...purchase(listingId), amount: '1.00' };
    expect(await post('/paypal/order', wrong)).toEqual({
      status: 400,
      json: {
        message: 'The total is $129.95.',
        issues: [{ path: 'amount', message: 'The total is $129.95.' }],
      },
    });
    const { status, json } = await post('/paypal/order', { amount: '1.00' });
    expect(status).toBe(400);
    expect((json.issues as { path: string }[]).map((issue) => issue.path)).toEqual([
      'currency',
      'intent',
      'listingId',
      'delivery',
    ]);
  });

  it('requires a signed-in user', async () => {
    const id = await approvedOrder();
    for (const answer of [
      await call('/paypal/setup'),
      await post('/paypal/order', purchase(listingId), ''),
      await post(`/paypal/order/${id}/capture`, undefined, ''),
    ]) {
      expect(answer).toMatchObject({ status: 401, json: { message: 'Unauthorized' } });
    }
    const { cookie: other } = await server.signedIn();
    const answer = await post(`/paypal/order/${id}/capture`, undefined, other);
    expect(answer).toMatchObject({ status: 404 });
  });
});

describe('an event from PayPal', () => {
  it('captures an approved order whose page was closed, and once if the page captures too', async () => {
    const closed = await approvedOrder();
    const before = (await allQueuedMails(server.ctx)).length;
    const event = newEvent('CHECKOUT.ORDER.APPROVED', { id: closed });
    expect(await tell(event)).toEqual({ status: 200, json: {} });
    expect(await tell(event)).toEqual({ status: 200, json: {} });
    expect(await orderOf(closed)).toMatchObject({ state: 'captured' });
    const open = await approvedOrder();
    const answers = await Promise.all([
      capture(open),
      tell(newEvent('CHECKOUT.ORDER.APPROVED', { id: open })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const id of [closed, open]) expect(paypal.order(id).captures).toHaveLength(1);
    expect(await allQueuedMails(server.ctx)).toHaveLength(before + 4);
  });

  it.each([
    ['is declined', 'failed', () => paypal.trouble('capture', troubles.declined)],
    [
      'is for a deleted listing',
      'created',
      () =>
        database.db
          .updateTable('listings')
          .set({ deletedAt: new Date() })
          .where('id', '=', listingId)
          .execute(),
    ],
  ])('charges nobody for an approved order whose capture %s', async (_what, state, spoil) => {
    const id = await approvedOrder();
    await spoil();
    const event = newEvent('CHECKOUT.ORDER.APPROVED', { id });
    expect(await tell(event)).toMatchObject({ status: 200 });
    expect(await tell(event)).toMatchObject({ status: 200 });
    expect(await orderOf(id)).toMatchObject({ state });
    expect(paypal.order(id).captures).toEqual([]);
  });

  it('does not capture an order after its buyer saw the capture fail', async () => {
    const id = await approvedOrder();
    paypal.trouble('capture', troubles.declined);
    expect(await capture(id)).toMatchObject({ status: 409 });
    await tell(newEvent('CHECKOUT.ORDER.APPROVED', { id }));
    expect(paypal.order(id).captures).toEqual([]);
  });

  it('records a payment captured elsewhere, and emails as after a capture', async () => {
    const id = await approvedOrder();
    const taken = paypal.order(id);
    taken.status = 'COMPLETED';
    taken.captures.push({ id: `C-${id}`, status: 'COMPLETED' });
    const before = (await allQueuedMails(server.ctx)).length;
    const resource = {
      id: `C-${id}`,
      supplementary_data: { related_ids: { order_id: id } },
    };
    expect(await tell(newEvent('PAYMENT.CAPTURE.COMPLETED', resource))).toMatchObject({
      status: 200,
    });
    expect(await orderOf(id)).toMatchObject({ state: 'captured', captureId: `C-${id}` });
    expect(await capture(id)).toMatchObject({ json: { state: 'captured' } });
    expect(await allQueuedMails(server.ctx)).toHaveLength(before + 2);
  });

  it('records a partial and a full refund of the payment that it names', async () => {
    const id = await approvedOrder();
    await capture(id);
    const part = paypal.refund(id, '20.00');
    const links = [
      { rel: 'self', href: 'https://api.paypal.com/v2/payments/refunds/R1' },
      { rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${part}` },
    ];
    await tell(newEvent('PAYMENT.CAPTURE.REFUNDED', { id: 'R1', links }));
    expect(await orderOf(id)).toMatchObject({ state: 'captured', refunded: '20.00' });
    paypal.refund(id, '129.95');
    await tell(newEvent('PAYMENT.CAPTURE.REFUNDED', { id: 'R2', links }));
    expect(await orderOf(id)).toMatchObject({ state: 'refunded' });
  });

  it('changes nothing if it is repeated', async () => {
    const id = await approvedOrder();
    await capture(id);
    paypal.refund(id, '129.95');
    const event = newEvent('PAYMENT.CAPTURE.REFUNDED', {
      supplementary_data: { related_ids: { order_id: id } },
    });
    await Promise.all([tell(event), tell(event), tell(event)]);
    const digests = await createTableDigests(database.db);
    const before = await digests();
    expect(await tell(event)).toEqual({ status: 200, json: {} });
    expect(differingTables(before, await digests())).toEqual([]);
  });

  it('does not revert an order if it is late', async () => {
    const id = await approvedOrder();
    await capture(id);
    paypal.refund(id, '129.95');
    await tell(newEvent('PAYMENT.CAPTURE.REFUNDED', { id: `CAPTURE-${id}` }));
    await tell(newEvent('CHECKOUT.ORDER.APPROVED', { id }));
    expect(await orderOf(id)).toMatchObject({ state: 'refunded' });
  });

  it('is accepted if it concerns no order, so that PayPal does not repeat it', async () => {
    expect(await tell(newEvent('PAYMENT.CAPTURE.COMPLETED', { id: 'unknown' }))).toMatchObject({
      status: 200,
    });
    expect(await tell(newEvent('X', { id: 5, custom_id: {}, links: 'none' }))).toMatchObject({
      status: 200,
    });
  });

  it.each([
    ['forged', 'forged', {}],
    ['unsigned', genuineSignature, { 'paypal-transmission-sig': '' }],
    ['without its algorithm', genuineSignature, { 'paypal-auth-algo': '' }],
  ])('is refused with 400 and changes nothing if it is %s', async (_what, signature, headers) => {
    const id = await approvedOrder();
    await capture(id);
    paypal.refund(id, '129.95');
    const digests = await createTableDigests(database.db);
    const before = await digests();
    const event = newEvent('PAYMENT.CAPTURE.REFUNDED', { id: `CAPTURE-${id}` });
    expect(await tell(event, signature, headers)).toEqual({
      status: 400,
      json: { message: "This event isn't from PayPal." },
    });
    expect(differingTables(before, await digests())).toEqual([]);
  });

  it.each(['', '{', '[]', 'null', '{"id":"1"}', '{"id":"\\u0000","event_type":"X","resource":{}}'])(
    'is refused with 400 without a call to PayPal if its body is %j',
    async (body) => {
      const asked = paypal.requests.length;
      expect(await tell(body)).toMatchObject({ status: 400 });
      expect(paypal.requests).toHaveLength(asked);
    },
  );

  it('is refused with 503 while PayPal is unavailable, and counts when repeated', async () => {
    const id = await approvedOrder();
    const event = newEvent('CHECKOUT.ORDER.APPROVED', { id });
    paypal.trouble('verify', troubles.broken);
    expect(await tell(event)).toMatchObject({ status: 503 });
    paypal.trouble('get', troubles.broken);
    expect(await tell(event)).toMatchObject({ status: 503 });
    paypal.trouble('capture', troubles.broken);
    expect(await tell(event)).toMatchObject({ status: 503 });
    expect(await orderOf(id)).toMatchObject({ state: 'created' });
    expect(await tell(event)).toMatchObject({ status: 200 });
    expect(await orderOf(id)).toMatchObject({ state: 'captured' });
  });

  it('is refused with 503 if no webhook is configured', async () => {
    const { config, ...rest } = payPalOf(paypal);
    if (!config.paypal) throw new Error('PayPal is not configured.');
    const without = { ...config, paypal: { ...config.paypal, webhookId: undefined } };
    const other = await startTestServer(database, { ...rest, config: without });
    const answer = await fetch(`${other.url}/paypal/webhook`, { method: 'POST' });
    expect(answer.status).toBe(503);
    await other.close();
  });
});

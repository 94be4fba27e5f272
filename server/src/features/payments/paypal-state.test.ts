import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { queuedMails } from '../../test/mail.ts';
import { type PayPalServer, startPayPalServer } from '../../test/paypal-server.ts';
import { listAuditLog } from '../moderation/audit-log.ts';
import { createPayingContext, createStore, paymentsOf, purchase } from './payments.fixtures.ts';

let database: TestDatabase;
let paypal: PayPalServer;
let ctx: AppContext;
let seller: Session['user'];
let buyer: Session['user'];
let listingId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  paypal = await startPayPalServer();
  ctx = createPayingContext(database, paypal);
});
afterAll(async () => {
  await paypal.close();
  await database.close();
});
beforeEach(async () => {
  ({ seller, buyer, listingId } = await createStore(database.db));
});

const payments = (user = buyer) => paymentsOf(ctx, user);
const capture = (orderId: string) => payments().capture({ orderId });

async function approvedOrder(): Promise<string> {
  const { id } = await payments().createOrder(purchase(listingId));
  paypal.approve(id);
  return id;
}

const stateOf = async (id: string) => {
  const { items } = await payments().orders({});
  return items.find((order) => order.id === id)?.state;
};

/** Returns PayPal's response to a capture that ended with this status. */
function capturedAs(id: string, status: string): object {
  const [unit] = paypal.order(id).body.purchase_units;
  const payments = { captures: [{ id: `${status}-${id}`, status }] };
  return { id, status: 'COMPLETED', purchase_units: [{ ...unit, payments }] };
}

it('retries a declined capture as a new request', async () => {
  const id = await approvedOrder();
  paypal.trouble('capture', { status: 201, body: capturedAs(id, 'DECLINED') });
  await expect(capture(id)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await stateOf(id)).toBe('failed');
  expect(await capture(id)).toMatchObject({ state: 'captured' });
  const tries = paypal.requests.filter(({ path }) => path.endsWith(`${id}/capture`));
  expect(new Set(tries.map(({ requestId }) => requestId)).size).toBe(2);
});

it.each<[string, object]>([
  ['amount', { amount: { currency_code: 'USD', value: '1.00' } }],
  ['currency', { amount: { currency_code: 'MXN', value: '129.95' } }],
  ['order id', { custom_id: randomUUID() }],
])(
  'does not capture an order with another %s, and records it in the audit log',
  async (_what, change) => {
    const id = await approvedOrder();
    Object.assign(paypal.order(id).body.purchase_units[0] ?? {}, change);
    await expect(capture(id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining("doesn't match"),
    });
    expect(paypal.order(id).captures).toEqual([]);
    expect(await stateOf(id)).toBe('failed');
    const { items } = await listAuditLog(database.db, { limit: 1 });
    expect(items).toMatchObject([
      {
        action: 'payment.mismatch',
        targetId: listingId,
        targetName: 'Oak table',
        actor: { id: buyer.id },
        details: { paypalOrder: id, expected: '129.95 USD', captured: 'no' },
      },
    ]);
  },
);

it('does not count an order captured elsewhere with another amount as a sale', async () => {
  const id = await approvedOrder();
  const order = paypal.order(id);
  const amount = { currency_code: 'USD', value: '1.00' };
  order.status = 'COMPLETED';
  order.captures.push({ id: `C-${id}`, status: 'COMPLETED', amount });
  await payments().refresh();
  expect(await stateOf(id)).toBe('failed');
  expect((await payments(seller).sales({})).items).toEqual([]);
  expect(await queuedMails(ctx, seller.email)).toEqual([]);
});

it('does not count a pending capture as paid', async () => {
  const id = await approvedOrder();
  paypal.trouble('capture', { status: 201, body: capturedAs(id, 'PENDING') });
  expect(await capture(id)).toMatchObject({ state: 'approved', pending: true, capturedAt: null });
  expect(await queuedMails(ctx, buyer.email)).toEqual([]);
});

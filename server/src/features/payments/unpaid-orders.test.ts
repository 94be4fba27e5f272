import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { queuedMails } from '../../test/mail.ts';
import { type PayPalServer, startPayPalServer, troubles } from '../../test/paypal-server.ts';
import { createTestUser } from '../../test/users.ts';
import { createPayingContext, createStore, paymentsOf, purchase } from './payments.fixtures.ts';
import { sweepOrders, sweepPayPalEvents } from './sync-order.ts';

let database: TestDatabase;
let paypal: PayPalServer;
let ctx: AppContext;
let buyer: Session['user'];
let listingId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  paypal = await startPayPalServer();
  ctx = createPayingContext(database, paypal, 2_000);
});
afterAll(async () => {
  await paypal.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.deleteFrom('orders').execute();
  ({ buyer, listingId } = await createStore(database.db));
});

const payments = (user = buyer) => paymentsOf(ctx, user);

async function approvedOrder(): Promise<string> {
  const { id } = await payments().createOrder(purchase(listingId));
  paypal.approve(id);
  return id;
}

const stateOf = async (id: string) => {
  const { items } = await payments().orders({});
  return items.find((order) => order.id === id)?.state;
};

const setAge = (id: string, age: string) =>
  sql`update orders set created_at = now() - ${age}::interval
    where paypal_order_id = ${id}`.execute(database.db);

describe('refreshing orders from PayPal', () => {
  it('finds approved and paid orders, and captures nothing', async () => {
    const { id: begun } = await payments().createOrder(purchase(listingId));
    const approved = await approvedOrder();
    const paid = await approvedOrder();
    const taken = paypal.order(paid);
    taken.status = 'COMPLETED';
    taken.captures.push({ id: `C-${paid}`, status: 'COMPLETED' });
    await payments().refresh();
    const states = await Promise.all([begun, approved, paid].map(stateOf));
    expect(states).toEqual(['created', 'approved', 'captured']);
    expect(paypal.order(approved).captures).toEqual([]);
    expect(await payments().capture({ orderId: approved })).toMatchObject({
      state: 'captured',
      pending: false,
    });
  });

  it("updates only the buyer's own recent orders", async () => {
    const id = await approvedOrder();
    await payments(await createTestUser(database.db)).refresh();
    expect(await stateOf(id)).toBe('created');
    await setAge(id, '4 days');
    await payments().refresh();
    expect(await stateOf(id)).toBe('created');
  });

  it('skips orders that PayPal has dropped, and gets a 503 while PayPal is down', async () => {
    const id = await approvedOrder();
    paypal.trouble('get', { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } });
    await payments().refresh();
    expect(await stateOf(id)).toBe('created');
    paypal.trouble('get', troubles.broken);
    await expect(payments().refresh()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await stateOf(id)).toBe('created');
  });
});

describe('the sweeps', () => {
  it('remove orders unpaid for a week, and update those that were paid at PayPal', async () => {
    const [unpaid, lost, checked, young] = [
      await approvedOrder(),
      await approvedOrder(),
      await approvedOrder(),
      await approvedOrder(),
    ];
    for (const [id, status] of [
      [lost, 'COMPLETED'],
      [checked, 'PENDING'],
    ] as const) {
      paypal.order(id).status = 'COMPLETED';
      paypal.order(id).captures.push({ id: `C-${id}`, status });
    }
    for (const id of [unpaid, lost, checked]) await setAge(id, '8 days');
    await setAge(young, '6 days');
    await sweepOrders(ctx);
    const states = await Promise.all([unpaid, lost, checked, young].map(stateOf));
    expect(states).toEqual([undefined, 'captured', 'approved', 'created']);
    expect(await queuedMails(ctx, buyer.email)).toHaveLength(1);
  });

  it('remove nothing while PayPal cannot be reached', async () => {
    const id = await approvedOrder();
    await setAge(id, '8 days');
    paypal.trouble('get', troubles.broken);
    await expect(sweepOrders(ctx)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await sweepOrders(createTestContext(database));
    expect(await stateOf(id)).toBe('created');
  });

  it('remove events older than 90 days', async () => {
    await sql`insert into paypal_events (id, type, received_at) values
      ('old', 'X', now() - interval '91 days'),
      ('young', 'X', now() - interval '89 days')`.execute(database.db);
    await sweepPayPalEvents(database.db);
    const left = await database.db.selectFrom('paypalEvents').select('id').execute();
    expect(left).toEqual([{ id: 'young' }]);
  });
});

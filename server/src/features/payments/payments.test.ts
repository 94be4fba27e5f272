import { randomUUID } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { allQueuedMails, queuedMails } from '../../test/mail.ts';
import { createTestContext } from '../../test/app-context.ts';
import { type PayPalServer, startPayPalServer, troubles } from '../../test/paypal-server.ts';
import { createTableDigests, differingTables } from '../../test/table-digests.ts';
import { createTestUser } from '../../test/users.ts';
import { issuesOf } from '../../trpc.ts';
import { createTestListing } from '../messaging/messaging.fixtures.ts';
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
  ctx = createPayingContext(database, paypal, 2_000);
});
afterAll(async () => {
  await paypal.close();
  await database.close();
});
beforeEach(async () => {
  ({ seller, buyer, listingId } = await createStore(database.db));
});

const payments = (user = buyer) => paymentsOf(ctx, user);
const capture = (orderId: string, user = buyer) => payments(user).capture({ orderId });

async function approvedOrder(): Promise<string> {
  const { id } = await payments().createOrder(purchase(listingId));
  paypal.approve(id);
  return id;
}

const stateOf = async (id: string) => {
  const { items } = await payments().orders({});
  return items.find((order) => order.id === id)?.state;
};

/** Expects the error, and that no table has changed. */
async function expectRefused(call: () => Promise<unknown>, expected: object): Promise<void> {
  const digests = await createTableDigests(database.db);
  const before = await digests();
  await expect(call()).rejects.toMatchObject(expected);
  expect(differingTables(before, await digests())).toEqual([]);
}

describe('an order', () => {
  it('totals the price, plus 9.95 for shipping', async () => {
    const { id } = await payments().createOrder(purchase(listingId));
    const picked = await payments().createOrder(purchase(listingId, 'pickup'));
    expect(paypal.order(id).body.purchase_units[0]?.amount.value).toBe('129.95');
    expect(paypal.order(picked.id).body.purchase_units[0]?.amount.value).toBe('120.00');
    const { items } = await payments().orders({});
    expect(items).toMatchObject([
      { id: picked.id, state: 'created', shipping: '0.00', total: '120.00', delivery: 'pickup' },
      {
        id,
        state: 'created',
        title: 'Oak table',
        price: '120.00',
        shipping: '9.95',
        total: '129.95',
        refunded: '0.00',
        otherName: 'The Store',
        capturedAt: null,
      },
    ]);
  });

  it('accepts the same amount in another form', async () => {
    await payments().createOrder({ ...purchase(listingId, 'pickup'), amount: '120' });
  });

  it.each([
    ['amount', '129.94'],
    ['amount', '120.00'],
    ['amount', '129.950'],
    ['amount', '1e2'],
    ['amount', ''],
    ['currency', 'EUR'],
    ['intent', 'AUTHORIZE'],
    ['delivery', 'drone'],
  ])(
    'is refused for the %s %j with an error that names it, without a request to PayPal',
    async (field, value) => {
      const before = paypal.requests.length;
      const input = { ...purchase(listingId), [field]: value };
      const refusal = await payments()
        .createOrder(input)
        .catch((error: unknown) => error);
      if (!(refusal instanceof TRPCError)) throw new Error('It was not refused.');
      expect(refusal.code).toBe('BAD_REQUEST');
      expect(issuesOf(refusal)).toMatchObject([{ path: field }]);
      expect(paypal.requests).toHaveLength(before);
      expect((await payments().orders({})).items).toEqual([]);
    },
  );

  it('is refused for your own listing, a free one, and a seller who does not accept PayPal', async () => {
    const free = await createTestListing(database.db, seller.id, { price: '0.00' });
    const other = await createTestListing(database.db, (await createTestUser(database.db)).id);
    await expectRefused(() => payments(seller).createOrder(purchase(listingId)), {
      code: 'FORBIDDEN',
    });
    await expectRefused(() => payments().createOrder(purchase(other)), { code: 'FORBIDDEN' });
    await expectRefused(() => payments().createOrder(purchase(free)), { code: 'CONFLICT' });
  });

  it.each([
    ['deleted', { deletedAt: new Date() }],
    ['flagged', { isActive: false }],
    ['of somebody deactivated', { sellerActive: false }],
  ])('is refused for a listing that is %s', async (_what, values) => {
    const hidden = await createTestListing(database.db, seller.id, values);
    await expectRefused(() => payments().createOrder(purchase(hidden)), { code: 'NOT_FOUND' });
  });

  it.each(['', 'abc', '\0', randomUUID()])('is refused for the listing %j', async (id) => {
    await expectRefused(() => payments().createOrder(purchase(id)), { code: 'NOT_FOUND' });
  });

  it.each([
    ['fails', troubles.broken],
    ['answers nonsense', troubles.malformed],
    ['is silent', troubles.silent],
  ])('gets a 503 while PayPal %s, and nothing is stored', async (_what, trouble) => {
    paypal.trouble('create', trouble);
    await expectRefused(() => payments().createOrder(purchase(listingId)), {
      code: 'SERVICE_UNAVAILABLE',
    });
  });

  it('passes on the retry time of PayPal', async () => {
    paypal.trouble('create', troubles.busy);
    await expectRefused(() => payments().createOrder(purchase(listingId)), {
      cause: expect.objectContaining({ retryAfter: 7 }),
    });
  });

  it('can be placed and paid by two buyers of the same listing', async () => {
    const second = await createTestUser(database.db);
    const id = await approvedOrder();
    const { id: other } = await payments(second).createOrder(purchase(listingId));
    paypal.approve(other);
    await capture(id);
    await capture(other, second);
    expect((await payments(seller).sales({})).items).toHaveLength(2);
  });
});

describe('a capture', () => {
  it('takes the money and emails both people once, without addresses', async () => {
    const id = await approvedOrder();
    expect(await capture(id)).toMatchObject({ id, state: 'captured', total: '129.95' });
    expect(paypal.order(id).captures).toHaveLength(1);
    expect(await capture(id)).toMatchObject({ state: 'captured' });
    const [receipt, ...more] = await queuedMails(ctx, buyer.email);
    const [sale, ...moreSales] = await queuedMails(ctx, seller.email);
    expect([more, moreSales]).toEqual([[], []]);
    expect(receipt?.subject).toBe('Your receipt for Oak table');
    expect(receipt?.text).toContain('Total: $129.95 (USD)');
    expect(receipt?.text).toContain('will ship it to the address you gave PayPal');
    expect(receipt?.text).not.toContain(seller.email);
    expect(sale?.subject).toBe('Sold: Oak table');
    expect(sale?.text).toContain('Ada Byron bought and paid for "Oak table".');
    expect(sale?.text + (sale?.html ?? '')).not.toContain(buyer.email);
  });

  it('takes the money once and emails once when several calls race', async () => {
    const id = await approvedOrder();
    const all = await Promise.all(Array.from({ length: 5 }, () => capture(id)));
    expect(all.map((order) => order.state)).toEqual(Array(5).fill('captured'));
    expect(paypal.order(id).captures).toHaveLength(1);
    expect(await queuedMails(ctx, buyer.email)).toHaveLength(1);
    expect(await queuedMails(ctx, seller.email)).toHaveLength(1);
  });

  it.each([
    ['never came', { silent: true, after: true }],
    ['broke off', { cut: true, after: true }],
    ['was unreadable', { ...troubles.malformed, after: true }],
    ['was a failure of PayPal', { ...troubles.broken, after: true }],
  ])('is found to be done if the response %s', async (_what, trouble) => {
    const id = await approvedOrder();
    paypal.trouble('capture', trouble);
    expect(await capture(id)).toMatchObject({ state: 'captured' });
    expect(await queuedMails(ctx, buyer.email)).toHaveLength(1);
  });

  it('that was lost is found by the next try, even after the listing is deleted', async () => {
    const id = await approvedOrder();
    paypal.trouble('capture', { cut: true, after: true });
    paypal.trouble('get', {}, troubles.broken);
    await expectRefused(() => capture(id), { code: 'SERVICE_UNAVAILABLE' });
    await database.db
      .updateTable('listings')
      .set({ deletedAt: new Date() })
      .where('id', '=', listingId)
      .execute();
    expect(await capture(id)).toMatchObject({ state: 'captured' });
    expect(paypal.order(id).captures).toHaveLength(1);
  });

  it('of a listing that is no longer for sale is refused before any money is taken', async () => {
    const id = await approvedOrder();
    await database.db
      .updateTable('users')
      .set({ canUsePaypal: false })
      .where('id', '=', seller.id)
      .execute();
    await expectRefused(() => capture(id), { code: 'CONFLICT' });
    expect(paypal.order(id).captures).toEqual([]);
  });

  it('is refused before the approval, and works after it', async () => {
    const { id } = await payments().createOrder(purchase(listingId));
    await expect(capture(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await stateOf(id)).toBe('created');
    paypal.approve(id);
    expect(await capture(id)).toMatchObject({ state: 'captured' });
  });

  it('that is declined fails, sends no email, and can be tried again', async () => {
    const id = await approvedOrder();
    const mails = (await allQueuedMails(ctx)).length;
    paypal.trouble('capture', troubles.declined);
    await expect(capture(id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('declined'),
    });
    expect(await stateOf(id)).toBe('failed');
    expect(await allQueuedMails(ctx)).toHaveLength(mails);
    expect(await capture(id)).toMatchObject({ state: 'captured' });
  });

  it('of an order that PayPal has dropped says that it has expired', async () => {
    const id = await approvedOrder();
    paypal.trouble('capture', { status: 404, body: { name: 'RESOURCE_NOT_FOUND' } });
    await expect(capture(id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('expired'),
    });
    expect(await stateOf(id)).toBe('failed');
  });

  it('is allowed only to the buyer: others get NOT_FOUND', async () => {
    const id = await approvedOrder();
    const stranger = await createTestUser(database.db);
    for (const user of [stranger, seller]) {
      await expectRefused(() => capture(id, user), { code: 'NOT_FOUND' });
    }
    for (const form of ['', '\0', '../x', 'A'.repeat(5000), randomUUID()]) {
      await expectRefused(() => capture(form), { code: 'NOT_FOUND' });
    }
    expect(paypal.order(id).captures).toEqual([]);
  });
});

describe('the lists', () => {
  it('show orders to the buyer and paid ones to the seller, in pages', async () => {
    const paid = await approvedOrder();
    await capture(paid);
    const begun = await payments().createOrder(purchase(listingId));
    const first = await payments().orders({ limit: 1 });
    expect(first.items.map((order) => order.id)).toEqual([begun.id]);
    const rest = await payments().orders({ limit: 1, cursor: first.nextCursor ?? '' });
    expect(rest).toMatchObject({ items: [{ id: paid }], nextCursor: null });
    const sales = await payments(seller).sales({});
    expect(sales.items).toMatchObject([{ id: paid, otherName: 'Ada Byron', state: 'captured' }]);
    expect((await payments().sales({})).items).toEqual([]);
    expect(JSON.stringify([first, rest, sales])).not.toContain('@');
  });

  it('do not name a deleted user', async () => {
    await capture(await approvedOrder());
    await database.db
      .updateTable('users')
      .set({ deletedAt: new Date() })
      .where('id', '=', buyer.id)
      .execute();
    expect((await payments(seller).sales({})).items).toMatchObject([{ otherName: 'Deleted user' }]);
  });
});

describe('setting up', () => {
  it('returns a token for the page', async () => {
    expect(await payments().setup()).toEqual({
      clientToken: expect.stringMatching(/./),
      clientId: paypal.environment.PAYPAL_CLIENT_ID,
    });
  });

  it('gets a 503 without PayPal, as all payments do', async () => {
    const without = paymentsOf(createTestContext(database), buyer);
    const id = await approvedOrder();
    for (const call of [
      () => without.setup(),
      () => without.refresh(),
      () => without.createOrder(purchase(listingId)),
      () => without.capture({ orderId: id }),
    ]) {
      await expectRefused(call, {
        code: 'SERVICE_UNAVAILABLE',
        message: "PayPal payments aren't configured on this server.",
      });
    }
  });
});

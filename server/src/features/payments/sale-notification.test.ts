import { expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { startPayPalServer } from '../../test/paypal-server.ts';
import { forgetName } from '../account/delete-account.ts';
import { notificationsOf } from '../notifications/notifications.fixtures.ts';
import { createPayingContext, createStore, paymentsOf, purchase } from './payments.fixtures.ts';

it('notifies the seller of a sale once, and forgets the name of a deleted buyer', async () => {
  const database = await createTestDatabase();
  const paypal = await startPayPalServer();
  const ctx = createPayingContext(database, paypal);
  const { seller, buyer, listingId } = await createStore(database.db);
  const payments = paymentsOf(ctx, buyer);
  const { id: orderId } = await payments.createOrder(purchase(listingId));
  paypal.approve(orderId);
  await Promise.all([payments.capture({ orderId }), payments.capture({ orderId })]);
  await payments.capture({ orderId });
  const { items } = await notificationsOf(ctx, seller).list({});
  expect(items).toMatchObject([
    {
      type: 'sale',
      title: 'Sold: Oak table',
      body: 'Ada Byron paid $129.95 with PayPal. Please ship it.',
      path: '/orders',
      count: 1,
    },
  ]);
  expect((await notificationsOf(ctx, buyer).list({})).items).toEqual([]);
  const names = { firstName: 'Ada', lastName: 'Byron', username: 'ada' };
  await database.db.transaction().execute((trx) => forgetName(trx, { id: buyer.id, ...names }));
  const [left] = (await notificationsOf(ctx, seller).list({})).items;
  expect(left?.body).toBe('Deleted user paid $129.95 with PayPal. Please ship it.');
  await paypal.close();
  await database.close();
});

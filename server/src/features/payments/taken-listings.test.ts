import { afterAll, beforeAll, expect, it } from 'vitest';
import { texts } from '@marketplace/shared/texts';
import type { Session } from '../../context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type PayPalServer, startPayPalServer } from '../../test/paypal-server.ts';
import { createTestUser } from '../../test/users.ts';
import { insertReservation, insertSale } from '../listings/listings.fixtures.ts';
import { messagingOf } from '../messaging/messaging.fixtures.ts';
import { createPayingContext, createStore, paymentsOf, purchase } from './payments.fixtures.ts';

let database: TestDatabase;
let paypal: PayPalServer;

beforeAll(async () => {
  database = await createTestDatabase();
  paypal = await startPayPalServer();
});
afterAll(async () => {
  await paypal.close();
  await database.close();
});

it('refuses wanted, sold and reserved listings, and charges nobody', async () => {
  const { db } = database;
  const ctx = createPayingContext(database, paypal);
  const { buyer, listingId } = await createStore(db);
  const payments = paymentsOf(ctx, buyer);
  const begin = () => payments.createOrder(purchase(listingId));
  const conversationOf = async (user: Session['user']) =>
    (await messagingOf(ctx, user).openConversation({ listingId })).id;
  const { id: orderId } = await begin();
  paypal.approve(orderId);
  const capture = () => payments.capture({ orderId });

  const setKind = (kind: string) => db.updateTable('listings').set({ kind }).execute();
  await setKind('wanted');
  await expect(begin()).rejects.toMatchObject({ code: 'CONFLICT', message: texts.wantedNotSold });
  await expect(capture()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `${texts.wantedNotSold} You weren't charged.`,
  });
  await setKind('offer');

  await insertReservation(db, listingId, await conversationOf(await createTestUser(db)));
  const message = 'This listing is reserved for someone else right now.';
  await expect(begin()).rejects.toMatchObject({ code: 'CONFLICT', message });
  await expect(capture()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `${message} You weren't charged.`,
  });

  const ended = { status: 'released', endedAt: new Date() };
  await db.updateTable('reservations').set(ended).execute();
  await insertReservation(db, listingId, await conversationOf(buyer));
  await begin();

  await insertSale(db, listingId);
  await expect(begin()).rejects.toMatchObject({ message: 'This listing is sold.' });
  await expect(capture()).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(paypal.order(orderId).status).not.toBe('COMPLETED');
});

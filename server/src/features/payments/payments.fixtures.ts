import type { Db } from '@marketplace/db/database';
import type { Delivery } from '@marketplace/shared/payments/constants';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { readConfig } from '../../platform/config.ts';
import { createPayPal } from '../../platform/paypal/paypal-rest.ts';
import { contextOfUser } from '../../test/context.ts';
import type { TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import type { PayPalServer } from '../../test/paypal-server.ts';
import { createTestUser } from '../../test/users.ts';
import { createCallerFactory } from '../../trpc.ts';
import { createTestListing } from '../messaging/messaging.fixtures.ts';
import { paymentsRouter } from './payments.router.ts';

const createPaymentsCaller = createCallerFactory(paymentsRouter);

/** Returns the payment procedures with this user as the caller. */
export function paymentsOf(ctx: AppContext, user: Session['user']) {
  return createPaymentsCaller(contextOfUser(ctx, user));
}

/** Returns the configuration and the PayPal client of a server that uses this PayPal server. */
export function payPalOf({ environment }: PayPalServer, timeout?: number) {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...environment });
  return { config, paypal: createPayPal(config, timeout) };
}

/** Returns the context of a server with payments. A call to PayPal may take `timeout` ms. */
export function createPayingContext(
  database: TestDatabase,
  server: PayPalServer,
  timeout?: number,
): AppContext {
  return createTestContext(database, payPalOf(server, timeout));
}

/** Creates a seller who accepts PayPal, with an oak table for 120.00, and a buyer. */
export async function createStore(db: Db) {
  const seller = await createTestUser(db, {
    canUsePaypal: true,
    firstName: 'The',
    lastName: 'Store',
  });
  const buyer = await createTestUser(db, { firstName: 'Ada', lastName: 'Byron' });
  const listingId = await createTestListing(db, seller.id);
  return { seller, buyer, listingId };
}

/** Returns the input of `createOrder` for the oak table. */
export function purchase(listingId: string, delivery: Delivery = 'shipping') {
  const amount = delivery === 'shipping' ? '129.95' : '120.00';
  return { amount, currency: 'USD', intent: 'CAPTURE', listingId, delivery } as const;
}

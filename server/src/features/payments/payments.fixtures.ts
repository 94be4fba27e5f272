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

/** The payment procedures as this user calls them. */
export function paymentsOf(ctx: AppContext, user: Session['user']) {
  return createPaymentsCaller(contextOfUser(ctx, user));
}

/** The configuration and the PayPal of a server that this PayPal serves. */
export function payPalOf({ environment }: PayPalServer, timeout?: number) {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...environment });
  return { config, paypal: createPayPal(config, timeout) };
}

/** The context of a server that takes payments; a call to PayPal may take `timeout` ms. */
export function createPayingContext(
  database: TestDatabase,
  server: PayPalServer,
  timeout?: number,
): AppContext {
  return createTestContext(database, payPalOf(server, timeout));
}

/** The official store with an oak table for 120.00, and somebody who wants it. */
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

/** What a page sends for the oak table. */
export function purchase(listingId: string, delivery: Delivery = 'shipping') {
  const amount = delivery === 'shipping' ? '129.95' : '120.00';
  return { amount, currency: 'USD', intent: 'CAPTURE', listingId, delivery } as const;
}

import * as z from 'zod';
import { pageOf } from '../pagination.ts';
import { deliveries, orderStates } from './constants.ts';

/** What PayPal's page script starts from. The token is for browsers, and lives for minutes. */
export const paymentSetupView = z.object({ clientToken: z.string(), clientId: z.string() });

/** The order by PayPal's id. */
export const createdOrderView = z.object({ id: z.string() });

/**
 * An order as its buyer and its seller see it: by PayPal's id, with the title as it was bought, and
 * nobody's address. Amounts are in USD; `refunded` is what was given back so far.
 */
export const orderView = z.object({
  id: z.string(),
  state: z.enum(orderStates),
  listingId: z.string(),
  title: z.string(),
  delivery: z.enum(deliveries),
  price: z.string(),
  shipping: z.string(),
  total: z.string(),
  refunded: z.string(),
  /** PayPal has taken the money and still checks it. */
  pending: z.boolean(),
  /** The other side: the seller of what was bought, the buyer of what was sold. */
  otherName: z.string(),
  createdAt: z.iso.datetime(),
  capturedAt: z.iso.datetime().nullable(),
});

export const orderPage = pageOf(orderView);

export type OrderView = z.output<typeof orderView>;

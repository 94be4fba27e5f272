import * as z from 'zod';
import { creationId, lookupId } from '../ids.ts';
import { pageInput, pageOf } from '../pagination.ts';
import { deliveries, ordersPerPage, orderStates } from './constants.ts';

/** `amount` is what the buyer saw; the server refuses one that differs from its own. */
export const createOrderInput = z.object({
  amount: z.string('Enter an amount as a decimal, such as 139.95.'),
  currency: z.literal('USD', 'The currency must be USD.'),
  intent: z.literal('CAPTURE', 'The intent must be CAPTURE.'),
  listingId: lookupId,
  delivery: z.enum(deliveries, 'The delivery must be pickup or shipping.'),
  clientId: creationId,
});

/** `orderId` is PayPal's. */
export const captureOrderInput = z.object({ orderId: lookupId });

export const listOrdersInput = pageInput(ordersPerPage);

export type CreateOrderInput = z.input<typeof createOrderInput>;

/** What PayPal's page script needs. The token is for browsers and expires within minutes. */
export const paymentSetupView = z.object({ clientToken: z.string(), clientId: z.string() });

/** The order by PayPal's id. */
export const createdOrderView = z.object({ id: z.string() });

/**
 * An order as its buyer and seller see it: `id` is PayPal's, the title is that at the purchase, amounts
 * are in USD, and `refunded` is the amount refunded so far. It contains nobody's address.
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
  /** PayPal has taken the money and is still checking it. */
  pending: z.boolean(),
  /** The seller of a purchase, the buyer of a sale. */
  otherName: z.string(),
  createdAt: z.iso.datetime(),
  capturedAt: z.iso.datetime().nullable(),
});

export const orderPage = pageOf(orderView);

export type OrderView = z.output<typeof orderView>;

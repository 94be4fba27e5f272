import * as z from 'zod';
import { creationId, lookupId } from '../ids.ts';
import { pageInput, pageOf } from '../pagination.ts';
import { deliveries, ordersPerPage, orderStates } from './constants.ts';

/** `amount` is the total that the buyer saw. The server refuses a different one. */
export const createOrderInput = z.object({
  amount: z.string('Enter an amount as a decimal, such as 139.95.'),
  currency: z.literal('USD', 'The currency must be USD.'),
  intent: z.literal('CAPTURE', 'The intent must be CAPTURE.'),
  listingId: lookupId,
  delivery: z.enum(deliveries, 'The delivery must be pickup or shipping.'),
  clientId: creationId,
});

/** `orderId` is PayPal's id. */
export const captureOrderInput = z.object({ orderId: lookupId });

export const listOrdersInput = pageInput(ordersPerPage);

/** The parameters of PayPal's script. The token is for browsers and expires within minutes. */
export const paymentSetupView = z.object({ clientToken: z.string(), clientId: z.string() });

/** `id` is PayPal's id of the order. */
export const createdOrderView = z.object({ id: z.string() });

/**
 * An order as its buyer and seller see it. `id` is PayPal's, `title` the listing's at the time of
 * purchase, amounts are in USD, `refunded` is the sum of refunds.
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
  /** True if PayPal has captured the payment but is reviewing it. */
  pending: z.boolean(),
  /** The seller's name for a purchase, the buyer's name for a sale. */
  otherName: z.string(),
  createdAt: z.iso.datetime(),
  capturedAt: z.iso.datetime().nullable(),
});

export const orderPage = pageOf(orderView);

export type OrderView = z.output<typeof orderView>;

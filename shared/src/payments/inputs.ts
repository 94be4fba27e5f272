import * as z from 'zod';
import { lookupId } from '../ids.ts';
import { pageInput } from '../pagination.ts';
import { deliveries, ordersPerPage } from './constants.ts';

/** `amount` is what the buyer was shown: the server computes its own, and refuses another one. */
export const createOrderInput = z.object({
  amount: z.string('An amount is a decimal, as in 139.95.'),
  currency: z.literal('USD', 'Only USD can be paid.'),
  intent: z.literal('CAPTURE', 'The intent is CAPTURE.'),
  listingId: lookupId,
  delivery: z.enum(deliveries, 'The delivery is pickup or shipping.'),
});

/** `orderId` is PayPal's. */
export const captureOrderInput = z.object({ orderId: lookupId });

export const listOrdersInput = pageInput(ordersPerPage);

export type CreateOrderInput = z.input<typeof createOrderInput>;

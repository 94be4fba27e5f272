import { type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Orders } from '@marketplace/db/types.generated';
import type { OrderView } from '@marketplace/shared/payments/schemas';
import { AppError } from '../../errors.ts';
import { perHour } from '../../platform/limiter.ts';
import { type PayPal, PayPalError, type PayPalOrder } from '../../platform/paypal/paypal.ts';
import { findPayPalOrder, getPayPal, type PaymentContext, unavailable } from './paypal-calls.ts';
import { findForSale } from './create-order.ts';
import { getOwnOrder, viewBought } from './orders.ts';
import { isOurs, syncOrder } from './sync-order.ts';

const captureTries = perHour('paypal-capture', 60, 'You can finish {points} payments an hour.');

/**
 * Captures an order that the buyer has approved, and mails the receipts. Repeated or concurrent calls
 * charge once and return the same order; if PayPal's answer was lost, the order's state is looked up.
 * Throws NOT_FOUND for an order that is not the buyer's, CONFLICT if the payment was declined, the
 * order is not approved, expired or over another amount, or the listing is gone, and
 * SERVICE_UNAVAILABLE without PayPal.
 */
export async function captureOrder(
  ctx: PaymentContext,
  buyerId: string,
  paypalOrderId: string,
): Promise<OrderView> {
  const paypal = getPayPal(ctx);
  const order = await getOwnOrder(ctx.db, buyerId, paypalOrderId);
  if (order.state !== 'captured' && order.state !== 'refunded') {
    await ctx.limiter.take(captureTries, buyerId);
    const found = await capture(ctx, paypal, order);
    await syncOrder(ctx, order.id, { found });
    if (!isOurs(order, found)) {
      throw new AppError(
        'CONFLICT',
        'This payment does not match the order and was not completed. Contact support.',
      );
    }
    if (found.capture?.status === 'declined') throw declined();
  }
  return viewBought(ctx.db, order.id);
}

/**
 * Captures an approved order and returns its state at PayPal. An order that is already paid or does
 * not match ours is returned as it is: the caller checks `isOurs`. `known` is its state at PayPal, if
 * the caller has just looked it up. Throws CONFLICT and SERVICE_UNAVAILABLE as `captureOrder` does.
 */
export async function capture(
  ctx: Pick<PaymentContext, 'db' | 'log'>,
  paypal: PayPal,
  order: Pick<Selectable<Orders>, 'id' | 'paypalOrderId' | 'listingId' | 'refusals' | 'total'> & {
    known?: PayPalOrder;
  },
): Promise<PayPalOrder> {
  const { id, paypalOrderId, listingId, refusals } = order;
  const before = order.known ?? (await findPayPalOrder(ctx, paypal, paypalOrderId));
  if (before?.capture && before.capture.status !== 'declined') return before;
  const listing = await findForSale(ctx.db, listingId);
  if (!listing?.canUsePaypal) {
    throw new AppError('CONFLICT', 'This listing is not for sale any more. You were not charged.');
  }
  if (before && !isOurs(order, before)) return before;
  try {
    return await paypal.captureOrder(paypalOrderId, `${id}-${refusals}`);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    // The money may have been taken.
    const found =
      error.problem === 'down' ? await paypal.getOrder(paypalOrderId).catch(() => null) : null;
    if (found?.capture) return found;
    ctx.log.warn({ err: error, orderId: id }, 'a payment was not captured');
    throw await refusalOf(ctx.db, id, error);
  }
}

/** The error for the buyer. Counts the refusal, since PayPal would repeat it for the same request. */
async function refusalOf(db: Db, id: string, error: PayPalError): Promise<AppError> {
  const { problem } = error;
  if (problem === 'down') return unavailable(error);
  await db
    .updateTable('orders')
    .set((eb) => ({
      refusals: eb('refusals', '+', 1),
      state: problem === 'notApproved' ? eb.ref('state') : sql<string>`'failed'`,
    }))
    .where('id', '=', id)
    // A concurrent try may have succeeded.
    .where('capturedAt', 'is', null)
    .execute();
  if (problem === 'declined') return declined();
  return new AppError(
    'CONFLICT',
    problem === 'gone'
      ? 'This payment has expired. You were not charged: please start again.'
      : 'The payment is not approved yet. Approve it in PayPal, then try again.',
  );
}

function declined(): AppError {
  return new AppError(
    'CONFLICT',
    'PayPal declined the payment. You were not charged: try again with another way to pay.',
  );
}

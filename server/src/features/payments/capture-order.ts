import { type Kysely, sql } from 'kysely';
import type { DB } from '@marketplace/db/types.generated';
import type { OrderView } from '@marketplace/shared/payments/schemas';
import { AppError } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import { type PayPal, PayPalError, type PayPalOrder } from '../../platform/paypal/paypal.ts';
import { askFor, getPayPal, unavailable } from './available.ts';
import { findForSale } from './create-order.ts';
import { getOwnOrder, stateOf, viewBought } from './orders.ts';
import { isOurs, syncOrder } from './sync-order.ts';

type CaptureContext = Pick<
  AppContext,
  'paypal' | 'limiter' | 'log' | 'secrets' | 'config' | 'hub'
> & {
  db: Kysely<DB>;
};

const captureTries: LimitRule = {
  name: 'paypal-capture',
  points: 60,
  seconds: 60 * 60,
  text: 'You can finish {points} payments an hour.',
};

/**
 * Takes the money for an order of the buyer's that they have approved, and tells both by mail. Done
 * again, or by two at once, it takes nothing more and gives the same order; where PayPal's answer
 * was lost, it asks how the order stands. Throws NOT_FOUND for an order that is not the buyer's,
 * CONFLICT where the money was declined, the order is not approved, has expired or is over another
 * amount, or the listing has gone meanwhile, SERVICE_UNAVAILABLE without PayPal.
 */
export async function captureOrder(
  ctx: CaptureContext,
  buyerId: string,
  paypalOrderId: string,
): Promise<OrderView> {
  const paypal = getPayPal(ctx);
  const order = await getOwnOrder(ctx.db, buyerId, paypalOrderId);
  const state = stateOf(order);
  if (state !== 'captured' && state !== 'refunded') {
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

interface Captured {
  id: string;
  paypalOrderId: string;
  listingId: string;
  refusals: number;
  total: string;
  /** Its state at PayPal, where the caller has just asked. */
  known?: PayPalOrder;
}

/**
 * Captures an approved order and returns its state at PayPal. One that is paid already, or that does
 * not match our order, is returned as it is: the caller checks `isOurs`. Throws CONFLICT and
 * SERVICE_UNAVAILABLE as `captureOrder` does.
 */
export async function capture(
  ctx: Pick<CaptureContext, 'db' | 'log'>,
  paypal: PayPal,
  order: Captured,
): Promise<PayPalOrder> {
  const { id, paypalOrderId, listingId, refusals } = order;
  const before = order.known ?? (await askFor(ctx, paypal, paypalOrderId));
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
    const found = error.problem === 'down' ? await lookUp(paypal, paypalOrderId) : null;
    if (found?.capture) return found;
    ctx.log.warn({ err: error, orderId: id }, 'a payment was not captured');
    throw await refusalOf(ctx.db, id, error);
  }
}

/** How an order stands, where that can be had: the money may have been taken. */
async function lookUp(paypal: PayPal, paypalOrderId: string): Promise<PayPalOrder | null> {
  return paypal.getOrder(paypalOrderId).catch(() => null);
}

/** What the buyer is told. PayPal has refused this try, and would go on to refuse the same one. */
async function refusalOf(db: Kysely<DB>, id: string, error: PayPalError): Promise<AppError> {
  const { problem } = error;
  if (problem === 'down') return unavailable(error);
  await db
    .updateTable('orders')
    .set((eb) => ({
      refusals: eb('refusals', '+', 1),
      state: problem === 'notApproved' ? eb.ref('state') : sql<string>`'failed'`,
    }))
    .where('id', '=', id)
    // Another try may have gone through meanwhile.
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

import { createHash, randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { Orders } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import { amountsOf, formatAmount, isSameAmount } from '@marketplace/shared/payments/constants';
import type { createOrderInput, OrderView } from '@marketplace/shared/payments/schemas';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import { AppError, badField, notFound } from '../../errors.ts';
import { perHour } from '../../platform/limiter.ts';
import { type PayPal, PayPalError, type PayPalOrder } from '../../platform/paypal/paypal.ts';
import { getOwnOrder, viewPurchase } from './orders.ts';
import * as calls from './paypal-calls.ts';
import { isOurs, syncOrder } from './sync-order.ts';

type PaymentContext = calls.PaymentContext;

const setupsAnHour = perHour('paypal-setup', 60, 'You can open checkout {points} times an hour.');
const ordersAnHour = perHour('paypal-order', 30, 'You can start {points} payments an hour.');
const capturesAnHour = perHour('paypal-capture', 60, 'You can finish {points} payments an hour.');

/** Returns what PayPal's page script needs. Throws SERVICE_UNAVAILABLE and TOO_MANY_REQUESTS. */
export async function setUpPayments(
  ctx: Pick<AppContext, 'paypal' | 'config' | 'limiter' | 'log'>,
  userId: string,
): Promise<{ clientToken: string; clientId: string }> {
  const paypal = calls.getPayPal(ctx);
  await ctx.limiter.take(setupsAnHour, userId);
  const clientToken = await calls.orUnavailable(ctx, () => paypal.createClientToken());
  return { clientToken, clientId: ctx.config.paypal?.clientId ?? '' };
}

/**
 * Begins a purchase: creates an order at PayPal for the amount that the server computes, and stores
 * it. Repeating the `clientId` returns the first order and counts toward no limit. Several buyers
 * may begin; nobody is charged before the capture. Throws NOT_FOUND for a listing that is not
 * public, FORBIDDEN for the buyer's own and for a seller without PayPal, CONFLICT for a free,
 * wanted, sold or reserved one, BAD_REQUEST for a wrong `amount`, TOO_MANY_REQUESTS,
 * SERVICE_UNAVAILABLE.
 */
export async function createOrder(
  ctx: Pick<AppContext, 'db' | 'paypal' | 'limiter' | 'log'>,
  buyerId: string,
  { amount, listingId, delivery, clientId }: output<typeof createOrderInput>,
): Promise<{ id: string }> {
  const paypal = calls.getPayPal(ctx);
  const id = orderIdOf(buyerId, clientId);
  const begun = await ctx.db
    .selectFrom('orders')
    .select('paypalOrderId as id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (begun) return begun;
  const listing = await findForSale(ctx.db, { listingId, buyerId });
  if (!listing) throw notFound('Listing');
  if (listing.sellerId === buyerId) {
    throw new AppError('FORBIDDEN', "You can't buy your own listing.");
  }
  if (!listing.canUsePaypal) {
    const text = "This seller doesn't accept PayPal. Message them to arrange payment.";
    throw new AppError('FORBIDDEN', text);
  }
  if (listing.taken) throw conflict(takenTexts[listing.taken]);
  if (listing.price === '0.00') {
    throw conflict('This listing is free. Message the seller to get it.');
  }
  const amounts = amountsOf(listing.price, delivery);
  if (!isSameAmount(amount, amounts.total)) {
    throw badField('amount', `The total is ${formatAmount(amounts.total)}.`);
  }
  await ctx.limiter.take(ordersAnHour, buyerId);
  const { title, sellerId } = listing;
  const paypalOrderId = await calls.orUnavailable(ctx, () =>
    paypal.createOrder({ requestId: id, title, ...amounts, needsAddress: delivery === 'shipping' }),
  );
  // After a crash here, nobody can capture the order that exists only at PayPal.
  const order = { id, paypalOrderId, listingId: listing.id, buyerId, sellerId, title, delivery };
  await ctx.db
    .insertInto('orders')
    .values({ ...order, ...amounts })
    // A racing call with the same client id got the same order from PayPal and stored it.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return { id: paypalOrderId };
}

/**
 * Derives an order's id from the buyer and the client id. PayPal gets it as the request id, so
 * racing calls create one order.
 */
function orderIdOf(buyerId: string, clientId: string = randomUUID()): string {
  const hash = createHash('sha256').update(`${buyerId} ${clientId}`).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

const takenTexts = {
  wanted: texts.wantedNotSold,
  sold: 'This listing is sold.',
  reserved: 'This listing is reserved for someone else right now.',
};

/** Finds a public listing. `taken` says why this buyer cannot buy it, if so. */
async function findForSale(db: Db, order: Pick<Selectable<Orders>, 'listingId' | 'buyerId'>) {
  const { listingId, buyerId } = order;
  if (!isId(listingId)) return undefined;
  return db
    .selectFrom('listings as l')
    .innerJoin('users as u', 'u.id', 'l.sellerId')
    .select(['l.id', 'l.sellerId', 'l.title', 'l.price', 'u.canUsePaypal'])
    .select(
      sql<keyof typeof takenTexts | null>`case
        when l.kind = 'wanted' then 'wanted'
        when l.availability = 'sold' then 'sold'
        when l.availability = 'reserved' and not exists (
          select from reservations r join conversations c on c.id = r.conversation_id
          where r.listing_id = l.id and r.status = 'active' and c.buyer_id = ${buyerId}
        ) then 'reserved' end`.as('taken'),
    )
    .where('l.id', '=', listingId)
    .where('l.readable', '=', true)
    .executeTakeFirst();
}

/**
 * Captures an order that the buyer has approved, and mails the receipts. Repeated or concurrent
 * calls charge once, and a lost response of PayPal is looked up. Throws NOT_FOUND for another's
 * order, CONFLICT if it is declined, not approved, expired or of another amount, or the listing is
 * no longer for sale to this buyer, TOO_MANY_REQUESTS, and SERVICE_UNAVAILABLE without PayPal.
 */
export async function captureOrder(
  ctx: PaymentContext,
  buyerId: string,
  paypalOrderId: string,
): Promise<OrderView> {
  const paypal = calls.getPayPal(ctx);
  const order = await getOwnOrder(ctx.db, buyerId, paypalOrderId);
  if (order.state !== 'captured' && order.state !== 'refunded') {
    await ctx.limiter.take(capturesAnHour, buyerId);
    const found = await capture(ctx, paypal, order);
    await syncOrder(ctx, order.id, { found });
    if (!isOurs(order, found)) {
      throw conflict(
        "This payment doesn't match the order, so we didn't complete it. Please contact support.",
      );
    }
    if (found.capture?.status === 'declined') throw conflict(declined);
  }
  return viewPurchase(ctx.db, order.id);
}

/**
 * Captures an approved order and returns its state at PayPal. Does not capture one that is paid or
 * not ours, so the caller must check `isOurs`. `known` is its state, if just looked up. Throws
 * CONFLICT and SERVICE_UNAVAILABLE as `captureOrder` does.
 */
export async function capture(
  ctx: Pick<PaymentContext, 'db' | 'log'>,
  paypal: PayPal,
  order: Pick<
    Selectable<Orders>,
    'id' | 'paypalOrderId' | 'listingId' | 'buyerId' | 'refusals' | 'total'
  > & { known?: PayPalOrder },
): Promise<PayPalOrder> {
  const { id, paypalOrderId, refusals } = order;
  const before = order.known ?? (await calls.findPayPalOrder(ctx, paypal, paypalOrderId));
  if (before?.capture && before.capture.status !== 'declined') return before;
  const listing = await findForSale(ctx.db, order);
  if (!listing?.canUsePaypal) {
    throw conflict("This listing is no longer for sale. You weren't charged.");
  }
  if (listing.taken) throw conflict(`${takenTexts[listing.taken]} You weren't charged.`);
  if (before && !isOurs(order, before)) return before;
  try {
    return await paypal.captureOrder(paypalOrderId, `${id}-${refusals}`);
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
    // The capture may have succeeded although its response was lost.
    const found =
      error.problem === 'down' ? await paypal.getOrder(paypalOrderId).catch(() => null) : null;
    if (found?.capture) return found;
    ctx.log.warn({ err: error, orderId: id }, 'A payment could not be captured.');
    throw await refusalOf(ctx.db, id, error);
  }
}

/** Counts a refusal, which PayPal repeats for its request id, and returns the buyer's error. */
async function refusalOf(db: Db, id: string, error: PayPalError): Promise<AppError> {
  const { problem } = error;
  if (problem === 'down') return calls.unavailable(error);
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
  if (problem === 'declined') return conflict(declined);
  return conflict(
    problem === 'gone'
      ? "This payment expired. You weren't charged. Please start again."
      : "This payment isn't approved yet. Approve it in PayPal, then try again.",
  );
}

const declined = "PayPal declined the payment. You weren't charged. Try another payment method.";

function conflict(text: string): AppError {
  return new AppError('CONFLICT', text);
}

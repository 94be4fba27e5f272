import { randomUUID } from 'node:crypto';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { amountsOf, formatAmount, isSameAmount } from '@marketplace/shared/payments/constants';
import type { createOrderInput } from '@marketplace/shared/payments/schemas';
import { AppError, badField, notFound } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import { perHour } from '../../platform/limiter.ts';
import { getPayPal, orUnavailable } from './paypal-calls.ts';

const hourlyOrders = perHour('paypal-order', 30, 'You can start {points} payments an hour.');

const hourlySetups = perHour('paypal-setup', 60, 'You can prepare {points} payments an hour.');

/** What PayPal's page script needs. Throws SERVICE_UNAVAILABLE and TOO_MANY_REQUESTS. */
export async function setUpPayments(
  ctx: Pick<AppContext, 'paypal' | 'config' | 'limiter' | 'log'>,
  userId: string,
): Promise<{ clientToken: string; clientId: string }> {
  const paypal = getPayPal(ctx);
  await ctx.limiter.take(hourlySetups, userId);
  const clientToken = await orUnavailable(ctx, () => paypal.createClientToken());
  return { clientToken, clientId: ctx.config.paypal?.clientId ?? '' };
}

/**
 * Begins the purchase of a listing: an order at PayPal over the amount that the server computes,
 * stored as `created`. Several buyers may begin to buy the same listing. Nobody is charged before the
 * capture. Throws NOT_FOUND for a listing that is not for sale, FORBIDDEN for the buyer's own and for
 * a seller who does not accept PayPal, CONFLICT for a free one, a refusal of `amount` for another
 * total, and SERVICE_UNAVAILABLE without PayPal.
 */
export async function createOrder(
  ctx: Pick<AppContext, 'db' | 'paypal' | 'limiter' | 'log'>,
  buyerId: string,
  { amount, listingId, delivery }: output<typeof createOrderInput>,
): Promise<{ id: string }> {
  const paypal = getPayPal(ctx);
  const listing = await findForSale(ctx.db, listingId);
  if (!listing) throw notFound('Listing');
  if (listing.sellerId === buyerId) {
    throw new AppError('FORBIDDEN', 'You cannot buy your own listing.');
  }
  if (!listing.canUsePaypal) {
    throw new AppError('FORBIDDEN', 'This seller does not take PayPal. Contact them to pay.');
  }
  if (listing.price === '0.00') {
    throw new AppError('CONFLICT', 'This listing is free. Contact the seller to get it.');
  }
  const amounts = amountsOf(listing.price, delivery);
  if (!isSameAmount(amount, amounts.total)) {
    throw badField('amount', `The total is ${formatAmount(amounts.total)}.`);
  }
  await ctx.limiter.take(hourlyOrders, buyerId);
  const id = randomUUID();
  const { title, sellerId } = listing;
  const paypalOrderId = await orUnavailable(ctx, () =>
    paypal.createOrder({ requestId: id, title, ...amounts, needsAddress: delivery === 'shipping' }),
  );
  // After a crash here, nobody can capture the order that exists only at PayPal.
  const order = { id, paypalOrderId, listingId: listing.id, buyerId, sellerId, title, delivery };
  await ctx.db
    .insertInto('orders')
    .values({ ...order, ...amounts })
    .execute();
  return { id: paypalOrderId };
}

/** A public listing, and whether its seller accepts PayPal. */
export async function findForSale(db: Db, listingId: string) {
  if (!isId(listingId)) return undefined;
  return db
    .selectFrom('listings as l')
    .innerJoin('users as u', 'u.id', 'l.sellerId')
    .select(['l.id', 'l.sellerId', 'l.title', 'l.price', 'u.canUsePaypal'])
    .where('l.id', '=', listingId)
    .where('l.visible', '=', true)
    .executeTakeFirst();
}

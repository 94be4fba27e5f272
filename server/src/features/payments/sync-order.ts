import { type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Orders, PaypalEvents } from '@marketplace/db/types.generated';
import { isSameAmount, orderDays } from '@marketplace/shared/payments/constants';
import type { OrderView } from '@marketplace/shared/payments/schemas';
import { personName } from '@marketplace/shared/users/names';
import type { AppContext } from '../../app-context.ts';
import { inBatches } from '../../platform/jobs.ts';
import { perHour } from '../../platform/limiter.ts';
import { queueMails } from '../../platform/mailer/queue-mail.ts';
import type { PayPalOrder } from '../../platform/paypal/paypal.ts';
import type { StoredEntry } from '../../realtime/feed.ts';
import { audit, findPeople, type PersonRow } from '../moderation/audit-log.ts';
import { notify } from '../notifications/notifications.ts';
import { findPayPalOrder, getPayPal, type PaymentContext } from './paypal-calls.ts';
import { buyerReceipt, sellerReceipt } from './receipt-mail.ts';

type State = OrderView['state'];

/** A webhook event. Each is processed once. */
type PayPalEvent = Pick<Selectable<PaypalEvents>, 'id' | 'type'>;

/**
 * Updates an order to its state at PayPal. Safe to call repeatedly, concurrently and with old
 * states: an order only moves forward, and receipts and notification are sent once. An unpaid order
 * that does not match PayPal's fails and is audited. Does nothing for an `event` recorded before.
 */
export async function syncOrder(
  ctx: Omit<PaymentContext, 'paypal' | 'limiter'>,
  orderId: string,
  { found, event }: { found: PayPalOrder; event?: PayPalEvent },
): Promise<void> {
  const entries = await ctx.db.transaction().execute(async (trx): Promise<StoredEntry[]> => {
    if (event && !(await recordEvent(trx, event))) return [];
    const order = await trx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const wasPaid = order.capturedAt !== null;
    if (!wasPaid && !isOurs(order, found)) {
      await failMismatched(ctx, trx, { order, found });
      return [];
    }
    const state = nextState(order.state as State, found);
    const isNewRefusal =
      found.capture?.status === 'declined' && found.capture.id !== order.captureId;
    const isPaid = state === 'captured' || state === 'refunded';
    await trx
      .updateTable('orders')
      .set({
        state,
        captureId: found.capture?.id ?? order.captureId,
        // The next try needs a new request id: PayPal repeats its refusal for a known one.
        refusals: order.refusals + (isNewRefusal ? 1 : 0),
        refunded: sql<string>`greatest(refunded, ${found.refunded}::numeric)`,
        ...(isPaid && !wasPaid ? { capturedAt: sql<Date>`now()` } : {}),
      })
      .where('id', '=', orderId)
      .execute();
    return state === 'captured' && !wasPaid ? announceSale(ctx, trx, order) : [];
  });
  ctx.hub.deliver(entries);
}

/** Returns true if PayPal's order has the id and the total of ours, in USD. */
export function isOurs({ id, total }: { id: string; total: string }, found: PayPalOrder): boolean {
  const { currency, value } = found.amount;
  return found.customId === id && currency === 'USD' && isSameAmount(value, total);
}

/** Fails an order. Stores PayPal's capture, if any, so that an admin can refund it by hand. */
async function failMismatched(
  { log }: Pick<AppContext, 'log'>,
  trx: Db,
  { order, found }: { order: Selectable<Orders>; found: PayPalOrder },
): Promise<void> {
  const { id, buyerId, listingId, total } = order;
  await trx
    .updateTable('orders')
    .set({ state: 'failed', captureId: found.capture?.id ?? order.captureId })
    .where('id', '=', id)
    .execute();
  const details = {
    paypalOrder: found.id,
    expected: `${total} USD`,
    found: `${found.amount.value} ${found.amount.currency}`,
    captured: found.capture ? 'yes' : 'no',
  };
  log.error({ orderId: id, ...details }, 'A PayPal order does not match our record.');
  await audit(trx, ['listing', listingId], {
    actorId: buyerId,
    action: 'payment.mismatch',
    details,
  });
}

/** Records an event. Returns false if it was recorded before. */
export async function recordEvent(db: Db, event: PayPalEvent): Promise<boolean> {
  const recorded = await db
    .insertInto('paypalEvents')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return recorded !== undefined;
}

/** Returns the next state. A failed order can still be paid, and a paid order stays paid. */
function nextState(before: State, { status, capture }: PayPalOrder): State {
  if (before === 'refunded' || capture?.status === 'refunded') return 'refunded';
  if (before === 'captured' || capture?.status === 'completed') return 'captured';
  // PayPal has taken the money and is still checking it.
  if (capture?.status === 'pending') return 'approved';
  if (capture?.status === 'declined' || status === 'voided') return 'failed';
  return status === 'approved' ? 'approved' : before;
}

/** Mails the receipts and notifies the seller. Returns events for `hub.deliver`. */
async function announceSale(
  { secrets, config }: Pick<AppContext, 'secrets' | 'config'>,
  trx: Db,
  order: Selectable<Orders>,
): Promise<StoredEntry[]> {
  const { id, buyerId, sellerId, title, total } = order;
  const delivery = order.delivery as OrderView['delivery'];
  const people = await findPeople(trx, [buyerId, sellerId]);
  // Rows of users are never removed.
  const buyer = people.get(buyerId) as PersonRow;
  const seller = people.get(sellerId) as PersonRow;
  const name = personName(buyer);
  const bought = buyerReceipt({ ...order, delivery, otherName: personName(seller) }, config);
  const sold = sellerReceipt({ ...order, delivery, otherName: name }, config);
  await queueMails(trx, secrets, [
    ...(buyer.deletedAt ? [] : [{ to: buyer.email, ...bought }]),
    ...(seller.deletedAt ? [] : [{ to: seller.email, ...sold }]),
  ]);
  return notify(trx, {
    userId: sellerId,
    groupKey: `sale:${id}`,
    type: 'sale',
    data: { buyerId, name, listingTitle: title, total, delivery },
  });
}

const limitText = 'You can refresh payments {points} times an hour.';
const hourlyRefreshes = perHour('paypal-look', 60, limitText);

/** How many orders a refresh and a sweep look up at most. Each takes a call to PayPal. */
const maxRefreshed = 10;
const maxSwept = 100;

/**
 * Updates the buyer's newest unpaid orders from PayPal, such as one approved just before the page
 * was closed. Captures nothing. Throws SERVICE_UNAVAILABLE and TOO_MANY_REQUESTS.
 */
export async function refreshOrders(ctx: PaymentContext, buyerId: string): Promise<void> {
  const paypal = getPayPal(ctx);
  await ctx.limiter.take(hourlyRefreshes, buyerId);
  const open = await unpaidOrders(ctx.db)
    .where('buyerId', '=', buyerId)
    .where('createdAt', '>', sql<Date>`now() - make_interval(days => ${orderDays})`)
    .orderBy('createdAt', 'desc')
    .limit(maxRefreshed)
    .execute();
  await Promise.all(
    open.map(async ({ id, paypalOrderId }) => {
      const found = await findPayPalOrder(ctx, paypal, paypalOrderId);
      if (found) await syncOrder(ctx, id, { found });
    }),
  );
}

/**
 * Removes orders that were not paid within a week, or updates them if we missed the payment. Throws
 * SERVICE_UNAVAILABLE while PayPal cannot be reached, and the next sweep continues.
 */
export async function sweepOrders(ctx: Omit<PaymentContext, 'limiter'>): Promise<void> {
  const { db, paypal } = ctx;
  if (!paypal) return;
  const unpaid = await unpaidOrders(db)
    .where('createdAt', '<', sql<Date>`now() - interval '7 days'`)
    .orderBy('createdAt')
    .limit(maxSwept)
    .execute();
  for (const { id, paypalOrderId } of unpaid) {
    const found = await findPayPalOrder(ctx, paypal, paypalOrderId);
    if (found?.capture) await syncOrder(ctx, id, { found });
    else {
      await db
        .deleteFrom('orders')
        .where('id', '=', id)
        .where('state', 'in', ['created', 'approved'])
        .execute();
    }
  }
}

function unpaidOrders(db: Db) {
  return db
    .selectFrom('orders')
    .select(['id', 'paypalOrderId'])
    .where('state', 'in', ['created', 'approved']);
}

/** Removes webhook events after 90 days. PayPal repeats an event for days, not months. */
export async function sweepPayPalEvents(db: Db): Promise<void> {
  await inBatches((size) =>
    sql`delete from paypal_events where id in (
      select id from paypal_events where received_at < now() - interval '90 days' limit ${size}
    )`.execute(db),
  );
}

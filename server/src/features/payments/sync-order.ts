import { type Kysely, type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { DB, Orders } from '@marketplace/db/types.generated';
import { isSameAmount, type OrderState } from '@marketplace/shared/payments/constants';
import { displayName } from '@marketplace/shared/users/names';
import type { AppContext } from '../../app-context.ts';
import { queueMails } from '../../platform/mailer/queue-mail.ts';
import type { PayPalOrder } from '../../platform/paypal/paypal.ts';
import type { StoredEntry } from '../../realtime/feed.ts';
import { audit } from '../admin/audit.ts';
import { notify } from '../notifications/notify.ts';
import { stateOf, deliveryOf } from './orders.ts';
import { buyerReceipt, sellerReceipt } from './receipt-mail.ts';

/** An event of PayPal's, which counts once. */
export interface PayPalEvent {
  id: string;
  type: string;
}

/**
 * Brings an order to where PayPal says that it is. However often and in whatever order that comes,
 * also at once: an order only goes forward, and its receipts and the seller's notification go out
 * once, with the capture. An unpaid order that does not match PayPal's fails, which admins see in
 * the audit log. With an `event` that has come before it does nothing.
 */
export async function syncOrder(
  ctx: Pick<AppContext, 'secrets' | 'config' | 'hub' | 'log'> & { db: Kysely<DB> },
  orderId: string,
  { found, event }: { found: PayPalOrder; event?: PayPalEvent },
): Promise<void> {
  const told = await ctx.db.transaction().execute(async (trx): Promise<StoredEntry[]> => {
    if (event && !(await recordEvent(trx, event))) return [];
    const order = await trx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = stateOf(order);
    const wasPaid = order.capturedAt !== null;
    if (!wasPaid && !isOurs(order, found)) {
      await failMismatched(ctx, trx, { order, found });
      return [];
    }
    const state = nextState(before, found);
    const isNewRefusal =
      found.capture?.status === 'declined' && found.capture.id !== order.captureId;
    const isPaid = state === 'captured' || state === 'refunded';
    await trx
      .updateTable('orders')
      .set({
        state,
        captureId: found.capture?.id ?? order.captureId,
        // The next try is a new request: PayPal answers a repeated one with the same refusal.
        refusals: order.refusals + (isNewRefusal ? 1 : 0),
        refunded: sql<string>`greatest(refunded, ${found.refunded}::numeric)`,
        ...(isPaid && !wasPaid ? { capturedAt: sql<Date>`now()` } : {}),
      })
      .where('id', '=', orderId)
      .execute();
    if (state !== 'captured' || wasPaid) return [];
    await queueReceipts({ ...ctx, db: trx }, order);
    return tellSeller(trx, order);
  });
  ctx.hub.deliver(told);
}

/** Whether PayPal's order carries the id and the total of ours, in USD. */
export function isOurs({ id, total }: { id: string; total: string }, found: PayPalOrder): boolean {
  const { currency, value } = found.amount;
  return found.customId === id && currency === 'USD' && isSameAmount(value, total);
}

/** Admins see the audit log; the order keeps PayPal's capture, if any, for a refund by hand. */
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
  log.error({ orderId: id, ...details }, 'a PayPal order does not match ours');
  await audit(trx, {
    actorId: buyerId,
    action: 'payment.mismatch',
    targetType: 'listing',
    targetId: listingId,
    details,
  });
}

/** Notes an event. False for one that has come before. */
export async function recordEvent(db: Db, { id, type }: PayPalEvent): Promise<boolean> {
  const noted = await db
    .insertInto('paypalEvents')
    .values({ id, type })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** A refused payment may be followed by one that goes through; what was paid stays paid. */
function nextState(before: OrderState, { status, capture }: PayPalOrder): OrderState {
  if (before === 'refunded' || capture?.status === 'refunded') return 'refunded';
  if (before === 'captured' || capture?.status === 'completed') return 'captured';
  // PayPal took it and still checks it.
  if (capture?.status === 'pending') return 'approved';
  if (capture?.status === 'declined' || status === 'voided') return 'failed';
  return status === 'approved' ? 'approved' : before;
}

/**
 * Mails buyer and seller what was paid, in the transaction of the capture. Neither learns the
 * other's address. Somebody who has left gets none.
 */
async function queueReceipts(
  { db, secrets, config }: Pick<AppContext, 'secrets' | 'config'> & { db: Db },
  order: Selectable<Orders>,
): Promise<void> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lastName', 'username', 'deletedAt'])
    .where('id', 'in', [order.buyerId, order.sellerId])
    .execute();
  const mails = people.flatMap((person) => {
    const other = people.find((one) => one.id !== person.id);
    if (person.deletedAt || !other) return [];
    const otherName = other.deletedAt ? 'Deleted user' : displayName(other);
    const write = person.id === order.buyerId ? buyerReceipt : sellerReceipt;
    const sold = { ...order, delivery: deliveryOf(order), otherName };
    return { to: person.email, ...write(sold, config) };
  });
  await queueMails(db, secrets, mails);
}

/**
 * Puts a sale into the seller's notification centre, in the transaction of the capture; after the
 * commit hand what is returned to `hub.deliver`.
 */
async function tellSeller(db: Db, order: Selectable<Orders>): Promise<StoredEntry[]> {
  const { id, sellerId, buyerId, title, total } = order;
  const buyer = await db
    .selectFrom('users')
    .select(['firstName', 'lastName', 'username', 'deletedAt'])
    .where('id', '=', buyerId)
    .executeTakeFirstOrThrow();
  const name = buyer.deletedAt ? 'Deleted user' : displayName(buyer);
  return notify(db, {
    userId: sellerId,
    groupKey: `sale:${id}`,
    type: 'sale',
    data: { buyerId, name, listingTitle: title, total, delivery: deliveryOf(order) },
  });
}

import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { Delivery, OrderState } from '@marketplace/shared/payments/constants';
import type { Page } from '@marketplace/shared/pagination';
import type { listOrdersInput, OrderView } from '@marketplace/shared/payments/schemas';
import { personName } from '@marketplace/shared/users/names';
import { notFound } from '../../errors.ts';
import { readPage } from '../../platform/cursor.ts';

/** Returns a page of a buyer's orders, or of a seller's paid or refunded ones, newest first. */
export async function listOrders(
  db: Db,
  user: { buyerId: string } | { sellerId: string },
  query: output<typeof listOrdersInput>,
): Promise<Page<OrderView>> {
  const orders =
    'buyerId' in user
      ? selectOrders(db, 'sellerId').where('o.buyerId', '=', user.buyerId)
      : selectOrders(db, 'buyerId')
          .where('o.sellerId', '=', user.sellerId)
          .where('o.capturedAt', 'is not', null);
  const page = await readPage(orders, query, { at: 'o.createdAt', id: 'o.id' });
  return { ...page, items: page.items.map(toOrderView) };
}

/** Returns the buyer's order with this PayPal id. Throws NOT_FOUND if there is none. */
export async function getOwnOrder(db: Db, buyerId: string, paypalOrderId: string) {
  if (!/^[\w-]{1,64}$/.test(paypalOrderId)) throw notFound('Order');
  return db
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.and({ paypalOrderId, buyerId }))
    .executeTakeFirstOrThrow(() => notFound('Order'));
}

/** Returns the buyer's view of an order. */
export async function viewPurchase(db: Db, id: string): Promise<OrderView> {
  const row = await selectOrders(db, 'sellerId').where('o.id', '=', id).executeTakeFirstOrThrow();
  return toOrderView(row);
}

/** Selects orders with the other person's name. Check constraints ensure the narrowed types. */
function selectOrders(db: Db, other: 'buyerId' | 'sellerId') {
  return db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', `o.${other}`)
    .select(['o.id', 'o.paypalOrderId', 'o.listingId', 'o.title', 'o.price', 'o.shipping'])
    .select(['o.total', 'o.refunded', 'o.state', 'o.delivery', 'o.captureId'])
    .select(['o.createdAt', 'o.capturedAt'])
    .select(['u.firstName', 'u.lastName', 'u.username', 'u.deletedAt'])
    .$narrowType<{ state: OrderState; delivery: Delivery }>();
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number];

/** Converts a row. The output schemas drop the columns that are not in the view. */
function toOrderView(row: Row): OrderView {
  return {
    ...row,
    id: row.paypalOrderId,
    pending: row.state === 'approved' && row.captureId !== null,
    otherName: personName(row),
    createdAt: row.createdAt.toISOString(),
    capturedAt: row.capturedAt?.toISOString() ?? null,
  };
}

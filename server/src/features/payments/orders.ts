import type { Selectable } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Orders } from '@marketplace/db/types.generated';
import type { Delivery, OrderState } from '@marketplace/shared/payments/constants';
import type { Page } from '@marketplace/shared/pagination';
import type { OrderView } from '@marketplace/shared/payments/schemas';
import { personName } from '@marketplace/shared/users/names';
import { notFound } from '../../errors.ts';
import { readPage } from '../../platform/cursor.ts';

type OrderRow = Selectable<Orders>;

interface PageQuery {
  cursor?: string | undefined;
  limit: number;
}

/** The user's purchases, paid or not, newest first. */
export function listBought(db: Db, userId: string, query: PageQuery): Promise<Page<OrderView>> {
  return list(selectOrders(db, 'sellerId').where('o.buyerId', '=', userId), query);
}

/** The user's paid sales, refunded ones included, newest first. */
export function listSold(db: Db, userId: string, query: PageQuery): Promise<Page<OrderView>> {
  const sold = selectOrders(db, 'buyerId').where('o.sellerId', '=', userId);
  return list(sold.where('o.capturedAt', 'is not', null), query);
}

/** The buyer's order with this PayPal id. Throws NOT_FOUND for any other. */
export async function getOwnOrder(
  db: Db,
  buyerId: string,
  paypalOrderId: string,
): Promise<OrderRow> {
  const order = /^[\w-]{1,64}$/.test(paypalOrderId)
    ? await db
        .selectFrom('orders')
        .selectAll()
        .where('paypalOrderId', '=', paypalOrderId)
        .where('buyerId', '=', buyerId)
        .executeTakeFirst()
    : undefined;
  if (!order) throw notFound('Order');
  return order;
}

/** The buyer's view of an order. */
export async function viewBought(db: Db, id: string): Promise<OrderView> {
  const row = await selectOrders(db, 'sellerId').where('o.id', '=', id).executeTakeFirstOrThrow();
  return toOrderView(row);
}

async function list(
  orders: ReturnType<typeof selectOrders>,
  query: PageQuery,
): Promise<Page<OrderView>> {
  const page = await readPage(orders, query, { at: 'o.createdAt', id: 'o.id' });
  return { ...page, items: page.items.map(toOrderView) };
}

function selectOrders(db: Db, other: 'buyerId' | 'sellerId') {
  return db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', `o.${other}`)
    .selectAll('o')
    .select(['u.firstName', 'u.lastName', 'u.username', 'u.deletedAt']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number];

function toOrderView(row: Row): OrderView {
  return {
    id: row.paypalOrderId,
    // Check constraints allow no other values.
    state: row.state as OrderState,
    listingId: row.listingId,
    title: row.title,
    delivery: row.delivery as Delivery,
    price: row.price,
    shipping: row.shipping,
    total: row.total,
    refunded: row.refunded,
    pending: row.state === 'approved' && row.captureId !== null,
    otherName: personName(row),
    createdAt: row.createdAt.toISOString(),
    capturedAt: row.capturedAt?.toISOString() ?? null,
  };
}

import type { Selectable } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Orders } from '@marketplace/db/types.generated';
import {
  type Delivery,
  deliveries,
  type OrderState,
  orderStates,
} from '@marketplace/shared/payments/constants';
import type { Page } from '@marketplace/shared/pagination';
import type { OrderView } from '@marketplace/shared/payments/schemas';
import { displayName } from '@marketplace/shared/users/names';
import { AppError } from '../../errors.ts';
import { decodeCursor, pageOfRows } from '../../platform/cursor.ts';

type OrderRow = Selectable<Orders>;

interface PageQuery {
  cursor?: string | undefined;
  limit: number;
}

/** What the user bought or began to buy, newest first. */
export function listBought(db: Db, userId: string, query: PageQuery): Promise<Page<OrderView>> {
  return list(db, { ...query, mine: 'buyerId', other: 'sellerId', userId });
}

/** What others bought of the user: paid, or paid and given back; newest first. */
export function listSold(db: Db, userId: string, query: PageQuery): Promise<Page<OrderView>> {
  return list(db, { ...query, mine: 'sellerId', other: 'buyerId', userId });
}

/** An order by PayPal's id, which must be the buyer's. NOT_FOUND for every other one. */
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
  if (!order) throw new AppError('NOT_FOUND', 'Order not found');
  return order;
}

/** The buyer's view of an order. */
export async function viewBought(db: Db, id: string): Promise<OrderView> {
  const row = await selectOrders(db, 'sellerId').where('o.id', '=', id).executeTakeFirstOrThrow();
  return toOrderView(row);
}

async function list(
  db: Db,
  {
    userId,
    mine,
    other,
    cursor,
    limit,
  }: PageQuery & { userId: string; mine: 'buyerId' | 'sellerId'; other: 'buyerId' | 'sellerId' },
): Promise<Page<OrderView>> {
  const after = cursor ? decodeCursor(cursor) : undefined;
  let query = selectOrders(db, other)
    .where(`o.${mine}`, '=', userId)
    .orderBy('o.createdAt', 'desc')
    .orderBy('o.id', 'desc')
    .limit(limit + 1);
  if (mine === 'sellerId') query = query.where('o.capturedAt', 'is not', null);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('o.createdAt', 'o.id'), '<', tuple(after.at, after.id)),
    );
  }
  const page = pageOfRows(await query.execute(), limit, (row) => ({
    at: row.createdAt,
    id: row.id,
  }));
  return { ...page, items: page.items.map(toOrderView) };
}

function selectOrders(db: Db, other: 'buyerId' | 'sellerId') {
  return db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', `o.${other}`)
    .selectAll('o')
    .select(['u.firstName', 'u.lastName', 'u.username', 'u.deletedAt']);
}

type Row = OrderRow & {
  firstName: string | null;
  lastName: string | null;
  username: string;
  deletedAt: Date | null;
};

function toOrderView(row: Row): OrderView {
  return {
    id: row.paypalOrderId,
    state: stateOf(row),
    listingId: row.listingId,
    title: row.title,
    delivery: deliveryOf(row),
    price: row.price,
    shipping: row.shipping,
    total: row.total,
    refunded: row.refunded,
    pending: row.state === 'approved' && row.captureId !== null,
    otherName: row.deletedAt ? 'Deleted user' : displayName(row),
    createdAt: row.createdAt.toISOString(),
    capturedAt: row.capturedAt?.toISOString() ?? null,
  };
}

/** A check of the table allows no other. */
export function stateOf({ state }: Pick<OrderRow, 'state'>): OrderState {
  return orderStates.find((known) => known === state) ?? 'created';
}

/** A check of the table allows no other. */
export function deliveryOf({ delivery }: Pick<OrderRow, 'delivery'>): Delivery {
  return deliveries.find((known) => known === delivery) ?? 'pickup';
}

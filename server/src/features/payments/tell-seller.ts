import type { Selectable } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Orders } from '@marketplace/db/types.generated';
import { displayName } from '@marketplace/shared/users/names';
import type { StoredEntry } from '../../realtime/feed.ts';
import { notify } from '../notifications/notify.ts';
import { deliveryOf } from './orders.ts';

/**
 * Puts a sale into the seller's notification centre, in the transaction of the capture; after the
 * commit hand what is returned to `hub.deliver`.
 */
export async function tellSeller(db: Db, order: Selectable<Orders>): Promise<StoredEntry[]> {
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

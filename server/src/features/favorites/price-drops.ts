import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../../app-context.ts';
import { lockFeeds } from '../../realtime/feed.ts';
import { alreadyNotified, notifyAll } from '../notifications/notifications.ts';

/** Users notified per transaction. Kept small because their feeds stay locked until it commits. */
const batchSize = 500;

const payloadShape = z.object({ listingId: z.string(), at: z.string() });

/**
 * Runs the task `notifyPriceDrop`: notifies the users who saved the listing before its price dropped,
 * each at most once a day. Does nothing if the listing is now hidden or sold, or its price is back.
 * Skips users who block the seller, whom the seller blocks, or whom a saved search has notified of
 * this price. Any number of workers may run it at once.
 */
export async function notifyPriceDrop(
  { db, hub }: Pick<AppContext, 'db' | 'hub'>,
  payload: unknown,
): Promise<void> {
  const drop = payloadShape.parse(payload);
  for (;;) {
    const { entries, count } = await db.transaction().execute((trx) => notifyBatch(trx, drop));
    hub.deliver(entries);
    if (count < batchSize) return;
  }
}

async function notifyBatch(trx: Db, { listingId, at }: z.output<typeof payloadShape>) {
  const listing = await trx
    .selectFrom('listings')
    .select(['title', 'price', 'previousPrice', 'sellerId'])
    .where('id', '=', listingId)
    .where('visible', '=', true)
    .whereRef('price', '<', 'previousPrice')
    .executeTakeFirst();
  if (!listing?.previousPrice) return { entries: [], count: 0 };
  const { title, price, previousPrice, sellerId } = listing;
  const wasNotified = sql.raw(alreadyNotified({ user: 'f.user_id', id: 'l.id', price: 'l.price' }));
  const candidates = await sql<{ userId: string }>`
    select f.user_id
    from favorites f
    join listings l on l.id = f.listing_id
    join users u on u.id = f.user_id and u.deactivated_at is null and u.deleted_at is null
    where f.listing_id = ${listingId} and f.created_at <= ${at}
      and (f.notified_at is null or f.notified_at < now() - interval '1 day')
      and not ${wasNotified}
      and not exists (
        select from blocks where (blocker_id, blocked_id) in
          ((f.user_id, ${sellerId}::uuid), (${sellerId}::uuid, f.user_id)))
    order by f.user_id
    limit ${batchSize}
    for no key update of f`.execute(trx);
  const userIds = candidates.rows.map(({ userId }) => userId);
  // A saved search may have notified some of them of the same price before their feeds were locked.
  await lockFeeds(trx, userIds);
  const { rows } = await sql<{ userId: string }>`
    update favorites f set notified_at = now()
    from listings l
    where l.id = f.listing_id and f.listing_id = ${listingId} and f.user_id = any(${userIds}::uuid[])
      and not ${wasNotified}
    returning f.user_id`.execute(trx);
  const data = { listingId, listingTitle: title, price, previousPrice };
  const entries = await notifyAll(
    trx,
    rows.map(({ userId }) => ({
      ...{ userId, data, type: 'price-drop' as const },
      groupKey: `price-drop:${listingId}`,
    })),
  );
  return { entries, count: userIds.length };
}

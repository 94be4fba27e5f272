import { type Kysely, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { DB } from '@marketplace/db/types.generated';
import type { AppContext } from '../../app-context.ts';
import { inBatches } from '../../platform/jobs.ts';
import { askFor } from './available.ts';
import { syncOrder } from './sync-order.ts';

/** Orders looked at in one sweep: each costs a question to PayPal. */
const most = 100;

/**
 * Removes orders that nobody has paid within a week, after asking PayPal: one whose payment we have
 * not heard of is settled instead. Without PayPal they stay. Throws SERVICE_UNAVAILABLE while PayPal
 * cannot be asked: then the next sweep goes on.
 */
export async function sweepOrders(
  ctx: Pick<AppContext, 'paypal' | 'log' | 'secrets' | 'config' | 'hub'> & { db: Kysely<DB> },
): Promise<void> {
  const { db, paypal } = ctx;
  if (!paypal) return;
  const unpaid = await db
    .selectFrom('orders')
    .select(['id', 'paypalOrderId'])
    .where('state', 'in', ['created', 'approved'])
    .where('createdAt', '<', sql<Date>`now() - interval '7 days'`)
    .orderBy('createdAt')
    .limit(most)
    .execute();
  for (const { id, paypalOrderId } of unpaid) {
    const found = await askFor(ctx, paypal, paypalOrderId);
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

/** Removes what PayPal told of more than 90 days ago: it tells again for days, not months. */
export async function sweepPayPalEvents(db: Db): Promise<void> {
  await inBatches((size) =>
    sql`delete from paypal_events where id in (
      select id from paypal_events where received_at < now() - interval '90 days' limit ${size}
    )`.execute(db),
  );
}

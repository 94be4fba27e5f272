import { type Kysely, sql } from 'kysely';
import type { DB } from '@marketplace/db/types.generated';
import { orderDays } from '@marketplace/shared/payments/constants';
import type { AppContext } from '../../app-context.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import { askFor, getPayPal } from './available.ts';
import { syncOrder } from './sync-order.ts';

const hourlyLooks: LimitRule = {
  name: 'paypal-look',
  points: 60,
  seconds: 60 * 60,
  text: 'You can look for payments {points} times an hour.',
};

/** Orders looked at in one call. */
const most = 10;

/**
 * Brings the buyer's newest unpaid orders to where PayPal says that they are: approved where the
 * page was closed before the payment was finished. Takes no money. Throws SERVICE_UNAVAILABLE
 * without PayPal, TOO_MANY_REQUESTS.
 */
export async function refreshOrders(
  ctx: Pick<AppContext, 'paypal' | 'limiter' | 'log' | 'secrets' | 'config' | 'hub'> & {
    db: Kysely<DB>;
  },
  buyerId: string,
): Promise<void> {
  const paypal = getPayPal(ctx);
  await ctx.limiter.take(hourlyLooks, buyerId);
  const open = await ctx.db
    .selectFrom('orders')
    .select(['id', 'paypalOrderId'])
    .where('buyerId', '=', buyerId)
    .where('state', 'in', ['created', 'approved'])
    .where('createdAt', '>', sql<Date>`now() - make_interval(days => ${orderDays})`)
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute();
  await Promise.all(
    open.map(async ({ id, paypalOrderId }) => {
      const found = await askFor(ctx, paypal, paypalOrderId);
      if (found) await syncOrder(ctx, id, { found });
    }),
  );
}

import { type RawBuilder, sql } from 'kysely';
import type { output } from 'zod';
import type { priceStepsInput } from '@marketplace/shared/listings/inputs';
import { formatPriceExact } from '@marketplace/shared/money';
import type { AppContext } from '../../app-context.ts';
import { AppError, badField } from '../../errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { lockOwnListing } from './listings.ts';

/**
 * Sets how the price of the seller's listing falls over time, or ends that. The first step comes
 * after `days` days. Throws NOT_FOUND, FORBIDDEN for another user's listing, BAD_REQUEST for a floor
 * that is not below the price, and CONFLICT for a wanted, sold or ended listing.
 */
export async function setPriceSteps(
  { db }: Pick<AppContext, 'db'>,
  sellerId: string,
  { id, steps }: output<typeof priceStepsInput>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const listing = await lockOwnListing(trx, { id: sellerId }, id);
    if (steps && listing.kind === 'wanted') {
      throw new AppError('CONFLICT', 'A wanted listing has no price to lower.');
    }
    if (steps && !['available', 'reserved'].includes(listing.availability)) {
      throw new AppError('CONFLICT', 'Only a listing that is for sale can get cheaper.');
    }
    if (steps && Number(steps.floor) >= Number(listing.price)) {
      const problem = `The lowest price must be below ${formatPriceExact(listing.price)}.`;
      throw badField('steps.floor', problem);
    }
    const none = { stepPercent: null, stepDays: null, stepFloor: null, stepAt: null };
    const plan = steps && {
      stepPercent: steps.percent,
      stepDays: steps.days,
      stepFloor: steps.floor,
      stepAt: sql<Date>`now() + make_interval(days => ${steps.days})`,
    };
    await trx
      .updateTable('listings')
      .set(plan ?? none)
      .where('id', '=', listing.id)
      .execute();
  });
}

/** Returns the price lowered by a percentage, to whole dollars from $20 on, as an SQL expression. */
export const loweredBy = (percent: RawBuilder<unknown>) =>
  sql<string>`round(price * (100 - ${percent}) / 100, case when price < 20 then 2 else 0 end)`;

/** Listings per transaction. */
const batchSize = 200;

/**
 * Runs the job `lowerPrices`: lowers the prices that are due, each once, to whole dollars from $20
 * on. The users who saved a listing are notified as after an edit. A listing that is reserved,
 * hidden or away from lists waits. Its plan ends at the floor, and when an edit has set the price to
 * the floor or below it. Workers may run it concurrently.
 */
export async function lowerPrices({ db, hub }: Pick<AppContext, 'db' | 'hub'>): Promise<void> {
  for (;;) {
    const lowered = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: string; isLower: boolean }>`
        with due as (
          select id, price as old_price, greatest(step_floor, least(price, ${loweredBy(sql.ref('step_percent'))}))
            as next_price
          from listings
          where step_at <= now() and deleted_at is null and visible and availability = 'available'
          order by step_at limit ${batchSize} for no key update skip locked
        )
        update listings l set
          price = least(next_price, l.price),
          step_at = case when next_price > step_floor then now() + make_interval(days => step_days) end,
          step_percent = case when next_price > step_floor then step_percent end,
          step_days = case when next_price > step_floor then step_days end,
          step_floor = case when next_price > step_floor then step_floor end
        from due where l.id = due.id
        returning l.id, next_price < old_price as is_lower`.execute(trx);
      const ids = rows.flatMap(({ id, isLower }) => (isLower ? [id] : []));
      const at = new Date().toISOString();
      const jobs = ids.map((listingId) => ({
        task: 'notifyPriceDrop' as const,
        payload: { listingId, at },
        key: `price-drop:${listingId}`,
      }));
      await enqueue(trx, jobs);
      return { ids, count: rows.length };
    });
    hub.listings.changed(lowered.ids);
    if (lowered.count < batchSize) return;
  }
}

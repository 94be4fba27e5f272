import { sql } from 'kysely';
import * as z from 'zod';
import { undoEndingHours } from '@marketplace/shared/listings/constants';
import { formatPrice } from '@marketplace/shared/money';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { lockOwnListing } from './listings.ts';
import { loweredBy } from './price-steps.ts';

type PriceContext = Pick<AppContext, 'db' | 'hub' | 'secrets'>;

/** A lowered price that can be undone: the prices before and after. */
export const loweredPrice = z.object({
  undo: z.literal('lowered'),
  id: z.string(),
  sellerId: z.string(),
  at: z.number(),
  price: z.string(),
  before: z.object({ price: z.string(), previousPrice: z.string().nullable() }),
});

/** The percentage by which a price falls. */
const percent = 10;

/**
 * Lowers the price of the seller's listing by 10 percent, rounded as in a price plan and never below
 * the plan's lowest price. `price` is the price that the seller saw, so that a repeated call does not
 * lower it twice. Returns the token that undoes it. Throws NOT_FOUND, FORBIDDEN for another user's
 * listing, and CONFLICT with the reason if the price cannot fall.
 */
export async function lowerPrice(
  ctx: PriceContext,
  sellerId: string,
  { id, price: seen }: { id: string; price: string },
): Promise<string> {
  const token = await ctx.db.transaction().execute(async (trx) => {
    const listing = await lockOwnListing(trx, { id: sellerId }, id);
    const { price, previousPrice, stepFloor, kind, availability } = listing;
    if (kind === 'wanted') throw conflict('A wanted listing has no price to lower.');
    if (!['available', 'reserved'].includes(availability)) {
      throw conflict('Only a listing that is for sale can get cheaper.');
    }
    if (Number(price) === 0) throw conflict('This is already free.');
    if (Number(price) !== Number(seen)) throw conflict(`The price is now ${formatPrice(price)}.`);
    const lowered = await trx
      .updateTable('listings')
      .set({
        price: sql<string>`greatest(coalesce(step_floor, 0.01), ${loweredBy(sql.lit(percent))})`,
        updatedAt: new Date(),
      })
      .where('id', '=', listing.id)
      .where(sql<boolean>`${loweredBy(sql.lit(percent))} < price`)
      .where(sql<boolean>`coalesce(step_floor, 0) < price`)
      .returning('price')
      .executeTakeFirst();
    if (!lowered) {
      const floor = stepFloor && `This is already at your lowest price, ${formatPrice(stepFloor)}.`;
      throw conflict(floor || "This price can't get any lower.");
    }
    const at = Date.now();
    const payload = { listingId: listing.id, at: new Date(at).toISOString() };
    await enqueue(trx, [{ task: 'notifyPriceDrop', payload, key: `price-drop:${listing.id}` }]);
    const undo = { undo: 'lowered', id: listing.id, sellerId, at, price: lowered.price } as const;
    return ctx.secrets.seal({
      ...undo,
      before: { price, previousPrice },
    } satisfies z.output<typeof loweredPrice>);
  });
  ctx.hub.listings.changed([id]);
  return token;
}

/**
 * Puts back the price before `lowerPrice`. Throws NOT_FOUND, and CONFLICT if the price has changed
 * since, the listing was sold or ended, or `undoEndingHours` are over.
 */
export async function undoLowering(
  { db, hub }: PriceContext,
  { id, sellerId, at, price, before }: z.output<typeof loweredPrice>,
): Promise<void> {
  if (Date.now() - at > undoEndingHours * 60 * 60 * 1000) {
    throw conflict(`This can only be undone within ${undoEndingHours} hours.`);
  }
  await db.transaction().execute(async (trx) => {
    const listing = await lockOwnListing(trx, { id: sellerId }, id);
    const isForSale = ['available', 'reserved'].includes(listing.availability);
    if (listing.price !== price || !isForSale) {
      throw conflict('The listing has changed since then.');
    }
    const set = (values: Partial<typeof before>) =>
      trx.updateTable('listings').set(values).where('id', '=', id).execute();
    await set({ price: before.price });
    // A change of the price overwrites the previous price, so that is restored afterwards.
    await set({ previousPrice: before.previousPrice });
  });
  hub.listings.changed([id]);
}

const conflict = (message: string) => new AppError('CONFLICT', message);

import { reservationDays } from '@marketplace/shared/deals/constants';
import type { dealListingInput, reserveInput } from '@marketplace/shared/deals/inputs';
import type { ReservationView } from '@marketplace/shared/deals/views';
import { texts } from '@marketplace/shared/texts';
import { AppError } from '../../errors.ts';
import { perDay } from '../../platform/limiter.ts';
import { changeDeals } from './change-deal.ts';
import {
  assertOpen,
  conflict,
  type DealContext,
  dealOf,
  type LockedDeals,
  type WithUser,
} from './locked-deals.ts';
import * as steps from './steps.ts';

const changes = perDay('reservation', 200, 'You can make and cancel {points} reservations a day.');

/** How long a usual reservation lasts, in hours. */
export const usualHours = reservationDays.usual * 24;

/** Throws CONFLICT, with the reason, for a listing that is hidden, removed, sold or wanted. */
export function assertForSale({ listing }: LockedDeals): void {
  if (!listing.readable) throw conflict('This listing is no longer available.');
  if (listing.availability === 'sold') throw conflict('This was sold.');
  if (listing.kind === 'wanted') throw conflict(texts.wantedNotSold);
}

/**
 * Reserves a listing for the buyer of a conversation, for a number of days from now, and restarts a
 * reservation of theirs. Ends all open offers, and another buyer's unconfirmed turn, which keeps
 * its place in line. Repeating the `clientId` changes nothing. Throws NOT_FOUND for others,
 * FORBIDDEN for the buyer and for a closed conversation, CONFLICT for a listing that is reserved
 * for someone else, sold or gone, TOO_MANY_REQUESTS.
 */
export async function reserve(
  ctx: DealContext,
  { userId, conversationId, days, clientId }: WithUser<typeof reserveInput>,
): Promise<ReservationView> {
  const sending = { conversationId, senderId: userId, clientId };
  const known = await steps.findStep(ctx.db, sending, 'reservation');
  if (!known) await ctx.limiter.take(changes, userId);
  return changeDeals(ctx, { conversationId }, async (deals) => {
    const deal = dealOf(deals, conversationId, userId);
    const first = await steps.findStep(deals.trx, sending, 'reservation');
    const active = await steps.findReservation(deals.trx, deals.listing.id);
    const isTheirs = active?.conversationId === deal.id;
    const view = { amount: isTheirs ? active.amount : null, fromLine: false };
    if (first?.data.until) return { ...view, until: first.data.until };
    if (!deal.isSeller) throw new AppError('FORBIDDEN', 'Only the seller can reserve a listing.');
    assertOpen(deal);
    assertForSale(deals);
    const step = { by: userId, clientId, status: 'reserved' } as const;
    const hours = days * 24;
    if (active && !isTheirs && !active.fromLine) {
      throw conflict('This is reserved for someone else. Cancel that reservation first.');
    }
    if (active && !isTheirs) {
      await steps.endReservation(deals, active, { by: userId, status: 'released' });
    }
    const until = isTheirs
      ? await steps.renewReservation(deals, { ...active, hours }, step)
      : await steps.startReservation(deals, { conversationId: deal.id, hours }, step);
    return { ...view, until: until.toISOString() };
  });
}

/**
 * Ends the reservation of a listing and moves its line on. A turn that ends this way loses its
 * place in line. Throws NOT_FOUND, FORBIDDEN for anyone but the seller and the reservation's buyer,
 * CONFLICT if it is not reserved, TOO_MANY_REQUESTS.
 */
export async function release(
  ctx: DealContext,
  { userId, listingId }: WithUser<typeof dealListingInput>,
): Promise<void> {
  await ctx.limiter.take(changes, userId);
  await changeDeals(ctx, { listingId }, async (deals) => {
    const { trx, listing, conversations } = deals;
    const active = await steps.findReservation(trx, listing.id);
    const isSeller = listing.sellerId === userId;
    const isTheirs = active && conversations.get(active.conversationId)?.buyerId === userId;
    if (!isSeller && !isTheirs && (active || !(await wasTheirs(deals, userId)))) {
      throw new AppError('FORBIDDEN', 'Only the seller or the buyer can cancel a reservation.');
    }
    if (!active) throw conflict('This is no longer reserved.');
    if (active.fromLine) await steps.removeFromLine(deals, active.conversationId);
    await steps.endReservation(deals, active, { by: userId, status: 'released' });
    await steps.moveLineOn(deals);
  });
}

async function wasTheirs({ trx, listing }: LockedDeals, buyerId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('reservations as r')
    .innerJoin('conversations as c', 'c.id', 'r.conversationId')
    .select('r.id')
    .where((eb) => eb.and({ 'c.listingId': listing.id, 'c.buyerId': buyerId }))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

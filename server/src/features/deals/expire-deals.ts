import { sql } from 'kysely';
import type { LockedDeals } from './locked-deals.ts';
import * as steps from './steps.ts';

/**
 * Ends what has expired and moves the line on, so that no step builds on an expired one. Returns
 * true if the listing's availability may have changed.
 */
export async function expireOverdueDeals(deals: LockedDeals): Promise<boolean> {
  await expireOffers(deals);
  const hasExpired = await expireReservation(deals);
  return (await steps.moveLineOn(deals)) || hasExpired;
}

/** The entry's sender is the person who did not answer, so that it is unread for the other one. */
async function expireOffers(deals: LockedDeals): Promise<void> {
  const { trx, listing, conversations } = deals;
  const over = await trx
    .selectFrom('offers')
    .select(steps.offerColumns)
    .where((eb) => eb.and({ listingId: listing.id, status: 'open' }))
    .where('expiresAt', '<=', sql<Date>`now()`)
    .orderBy('conversationId')
    .execute();
  for (const offer of over) {
    const buyerId = conversations.get(offer.conversationId)?.buyerId ?? offer.madeBy;
    const by = offer.madeBy === listing.sellerId ? buyerId : listing.sellerId;
    await steps.endOffer(deals, offer, { status: 'lapsed', by });
  }
}

/** Ends an expired reservation, or warns a day before. Returns true if it ended one. */
async function expireReservation(deals: LockedDeals): Promise<boolean> {
  const { trx, listing } = deals;
  const active = await steps.findReservation(trx, listing.id);
  if (!active) return false;
  const by = listing.sellerId;
  if (active.isOver) {
    if (active.fromLine) await steps.removeFromLine(deals, active.conversationId);
    await steps.endReservation(deals, active, { by, status: 'lapsed' });
    return true;
  }
  if (!active.isEnding) return false;
  await trx
    .updateTable('reservations')
    .set({ warnedAt: sql<Date>`now()` })
    .where('id', '=', active.id)
    .execute();
  await steps.postReservation(deals, active, { by, status: 'ending' });
  return false;
}

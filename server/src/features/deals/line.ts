import type { Db } from '@marketplace/db/database';
import type { dealListingInput } from '@marketplace/shared/deals/inputs';
import type { LineView } from '@marketplace/shared/deals/views';
import { notFound } from '../../errors.ts';
import { perDay } from '../../platform/limiter.ts';
import { getListingForBuyer, openConversation } from '../messaging/open-conversation.ts';
import { changeDeals } from './change-deal.ts';
import { readLine } from './deal.view.ts';
import { assertOpen, conflict, type DealContext, dealOf, type WithUser } from './locked-deals.ts';
import { assertForSale, usualHours } from './reservations.ts';
import * as steps from './steps.ts';

type LineRequest = WithUser<typeof dealListingInput>;

const joins = perDay('line', 100, 'You can join a line {points} times a day.');

const notReserved = "This isn't reserved, so there is no line.";

/**
 * Puts the caller last in the line for a reserved listing, and opens a conversation if there is
 * none. Repeating it while waiting changes nothing, and in the caller's turn confirms the
 * reservation. Throws NOT_FOUND for an unknown or hidden listing, FORBIDDEN for a closed
 * conversation, CONFLICT for the seller, the reservation's buyer and a listing that is not
 * reserved, TOO_MANY_REQUESTS.
 */
export async function joinLine(ctx: DealContext, request: LineRequest): Promise<LineView> {
  const { userId, listingId } = request;
  const listing = await getListingForBuyer(ctx.db, listingId, userId);
  if (listing.sellerId === userId) throw conflict('This is your own listing.');
  if (!listing.conversationId && listing.readable && listing.availability !== 'reserved') {
    throw conflict(notReserved);
  }
  await ctx.limiter.take(joins, userId);
  const conversationId = listing.conversationId ?? (await openConversation(ctx, request)).id;
  return changeDeals(ctx, { conversationId }, async (deals) => {
    const { trx } = deals;
    assertOpen(dealOf(deals, conversationId, userId));
    assertForSale(deals);
    const active = await steps.findReservation(trx, listing.id);
    if (!active) throw conflict(notReserved);
    if (active.conversationId === conversationId) {
      if (!active.fromLine) throw conflict('This is already reserved for you.');
      const step = { by: userId, status: 'confirmed' } as const;
      await steps.renewReservation(deals, { ...active, hours: usualHours }, step);
      return readLine(trx, listing.id, userId);
    }
    const joined = await trx
      .insertInto('linePlaces')
      .values({ listingId: listing.id, buyerId: userId, conversationId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('joinedAt')
      .executeTakeFirst();
    const line = await readLine(trx, listing.id, userId);
    if (joined) {
      const entry = { kind: 'line', data: { position: line.position } } as const;
      await deals.post({ conversationId, senderId: userId, entry });
    }
    return line;
  });
}

/** Removes the caller from the line and passes their turn on. Throws NOT_FOUND. */
export function leaveLine(ctx: DealContext, { userId, listingId }: LineRequest) {
  return changeDeals(ctx, { listingId }, async (deals): Promise<LineView> => {
    const { trx, listing, conversations, post } = deals;
    const own = [...conversations.values()].find(({ buyerId }) => buyerId === userId);
    if (own && (await steps.removeFromLine(deals, own.id))) {
      const active = await steps.findReservation(trx, listing.id);
      if (active?.conversationId === own.id) {
        await steps.endReservation(deals, active, { by: userId, status: 'released' });
        await steps.moveLineOn(deals);
      } else {
        const entry = { kind: 'line', data: { position: null } } as const;
        await post({ conversationId: own.id, senderId: userId, entry });
      }
    }
    return readLine(trx, listing.id, userId);
  });
}

/** Returns the line for a listing. The seller sees only its length. Throws NOT_FOUND. */
export async function getLine(db: Db, { userId, listingId }: LineRequest): Promise<LineView> {
  const listing = await getListingForBuyer(db, listingId, userId);
  const isSeller = listing.sellerId === userId;
  if (!listing.readable && !listing.conversationId && !isSeller) throw notFound('Listing');
  return readLine(db, listing.id, isSeller ? null : userId);
}

import { sql } from 'kysely';
import { undoSaleHours } from '@marketplace/shared/deals/constants';
import type { dealListingInput, markSoldInput } from '@marketplace/shared/deals/inputs';
import type { EntryOf } from '@marketplace/shared/messaging/timeline';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../../app-context.ts';
import { AppError, notFound } from '../../errors.ts';
import { changeDeals } from './change-deal.ts';
import { assertOpen, conflict, dealOf, type LockedDeals, type WithUser } from './locked-deals.ts';
import { cancelOtherMeetups } from './meetups.ts';
import { removeSealed } from './release-reviews.ts';
import { closeOpenOffers, findSale } from './steps.ts';

type SalesContext = Pick<AppContext, 'db' | 'hub'>;

/**
 * Marks a listing as sold without a code, to the buyer of `conversationId` or to an outsider, even
 * if it is reserved for another. Throws NOT_FOUND, FORBIDDEN for anyone but the seller and for a
 * closed conversation, and CONFLICT for a listing that is sold, gone or wanted.
 */
export async function markSold(
  ctx: SalesContext,
  { listingId, conversationId, userId }: WithUser<typeof markSoldInput>,
): Promise<void> {
  await changeDeals(ctx, conversationId ? { conversationId } : { listingId }, async (deals) => {
    if (deals.listing.id !== listingId.toLowerCase()) throw notFound('Listing');
    assertSeller(deals, userId);
    const deal = conversationId ? dealOf(deals, conversationId, userId) : null;
    if (deal) assertOpen(deal);
    await sell(deals, { conversationId: deal?.id ?? null, verified: false });
  });
}

function assertSeller({ listing }: LockedDeals, userId: string): void {
  if (listing.sellerId !== userId) throw new AppError('FORBIDDEN', 'Only the seller can do this.');
}

/**
 * Stores a sale and ends every deal about the listing, with an entry in each conversation. The
 * caller checks that the user is the seller. Throws CONFLICT for a sold, hidden or wanted listing.
 */
export async function sell(
  deals: LockedDeals,
  { conversationId, verified }: { conversationId: string | null; verified: boolean },
): Promise<void> {
  const { trx, listing, conversations } = deals;
  if (listing.availability === 'sold') throw conflict('This is already sold.');
  if (!listing.readable) throw conflict('This listing is no longer available.');
  if (listing.kind === 'wanted') throw conflict(texts.wantedNotSold);
  const { id: listingId } = listing;
  await trx.insertInto('sales').values({ listingId, conversationId, verified }).execute();
  const offered = await closeOpenOffers(deals);
  const meetings = await cancelOtherMeetups(deals, conversationId);
  const reserved = await endReservation(deals, conversationId);
  const waiting = await trx
    .deleteFrom('linePlaces')
    .where('listingId', '=', listingId)
    .returning('conversationId')
    .execute();
  const others = [...reserved, ...waiting].map((other) => other.conversationId);
  for (const id of new Set([...others, ...meetings])) {
    if (id === conversationId || offered.includes(id)) continue;
    await postAsSeller(deals, id, { kind: 'system', data: { code: 'sold' } });
  }
  if (conversationId === null || !conversations.has(conversationId)) return;
  await postAsSeller(deals, conversationId, { kind: 'handover', data: { verified } });
  await postAsSeller(deals, conversationId, { kind: 'system', data: { code: 'review' } });
}

async function postAsSeller(
  { post, conversations }: LockedDeals,
  conversationId: string,
  entry: EntryOf<'system'> | EntryOf<'handover'>,
) {
  const senderId = conversations.get(conversationId)?.sellerId ?? '';
  await post({ conversationId, senderId, entry });
}

function endReservation({ trx, listing }: LockedDeals, buyersConversationId: string | null) {
  return trx
    .updateTable('reservations')
    .set({
      status: sql`case when conversation_id = ${buyersConversationId} then 'sold' else 'ended' end`,
      endedAt: sql`now()`,
    })
    .where((eb) => eb.and({ listingId: listing.id, status: 'active' }))
    .returning('conversationId')
    .execute();
}

/**
 * Undoes a sale, which makes the listing available again. Removes its sealed reviews, unless the
 * code proved that the meeting took place. Throws NOT_FOUND, FORBIDDEN for anyone but the seller,
 * and CONFLICT for a listing that is not sold, or was sold more than `undoSaleHours` ago.
 */
export async function undoSold(
  ctx: SalesContext,
  { listingId, userId }: WithUser<typeof dealListingInput>,
): Promise<void> {
  const undone = await changeDeals(ctx, { listingId }, async (deals) => {
    assertSeller(deals, userId);
    const sale = await findSale(deals.trx, deals.listing.id);
    if (!sale) throw conflict("This isn't sold.");
    if (Date.now() - sale.soldAt.getTime() > undoSaleHours * 60 * 60 * 1000) {
      throw conflict(`A sale can be undone within ${undoSaleHours} hours.`);
    }
    await deals.trx
      .updateTable('sales')
      .set({ undoneAt: sql`now()` })
      .where('id', '=', sale.id)
      .execute();
    if (sale.conversationId) {
      const entry = { kind: 'system', data: { code: 'sale-undone' } } as const;
      await postAsSeller(deals, sale.conversationId, entry);
    }
    return sale;
  });
  // Outside the transaction, because changes of reviews lock people first. `releaseReviews` removes
  // what is left if the server stops here.
  if (!undone.verified) await removeSealed(ctx.db, undone.id);
}

import type { Db } from '@marketplace/db/database';
import type * as inputs from '@marketplace/shared/deals/inputs';
import type { OfferResultView } from '@marketplace/shared/deals/views';
import { isId } from '@marketplace/shared/ids';
import type { AppContext } from '../../app-context.ts';
import { AppError, assertId, notFound } from '../../errors.ts';
import { perDay, countForNetwork } from '../../platform/limiter.ts';
import { getListingForBuyer, openConversation } from '../messaging/open-conversation.ts';
import { screenMessage } from '../messaging/screen-message.ts';
import { changeDeals } from './change-deal.ts';
import {
  assertOpen,
  conflict,
  type DealContext,
  dealOf,
  delivered,
  type LockedDeals,
  type WithUser,
} from './locked-deals.ts';
import { assertForSale, usualHours } from './reservations.ts';
import * as steps from './steps.ts';

type Context = DealContext & { ip: string };
type OfferContext = Context & Pick<AppContext, 'screener'>;

const dailyOffers = perDay('offer', 100, 'You can make {points} offers a day.');
const offersOfNetwork = perDay('offer-ip', 500, 'A network can make {points} offers a day.');

type NewOffer = WithUser<typeof inputs.makeOfferInput> & { standing?: number | undefined };

/**
 * Makes an offer as a buyer, in a conversation or about a listing, which opens a conversation.
 * Repeating the `clientId` returns the first result and counts toward no limit. Throws NOT_FOUND
 * for others and for a hidden listing, FORBIDDEN for the seller and for a closed conversation,
 * CONFLICT for a firm price, a second open offer and a listing that is not available,
 * TOO_MANY_REQUESTS, BAD_REQUEST for a note that a rule refuses.
 */
export async function makeOffer(ctx: OfferContext, offer: NewOffer): Promise<OfferResultView> {
  const { userId, standing, listingId = '', clientId, amount, note } = offer;
  const sender = { senderId: userId, clientId };
  const known = await findOwnConversation(ctx.db, offer);
  const first = known && (await findOffer(ctx.db, { conversationId: known, ...sender }));
  if (first) return first;
  const text = note ?? '';
  const { refusal, ...screened } = screenMessage(ctx, { userId, standing, text, field: 'note' });
  if (refusal) throw refusal;
  await countOffer(ctx, userId);
  const conversationId = known ?? (await openConversation(ctx, { userId, listingId })).id;
  return changeDeals(ctx, { conversationId }, async (deals) => {
    const deal = dealOf(deals, conversationId, userId);
    if (deal.isSeller) throw new AppError('FORBIDDEN', 'Only buyers can make an offer.');
    const racing = await findOffer(deals.trx, { conversationId, ...sender });
    if (racing) return racing;
    assertOpen(deal);
    await assertOffersWelcome(deals, deal.id);
    const draft = { conversationId: deal.id, madeBy: userId, amount, note: note || null };
    return insertOffer(deals, { ...draft, clientId, screened });
  });
}

/** Returns the id of the offer's conversation, or null if there is none yet. Throws FORBIDDEN. */
async function findOwnConversation(
  db: Db,
  { userId, listingId, conversationId = '' }: NewOffer,
): Promise<string | null> {
  if (listingId === undefined) {
    if (!isId(conversationId)) throw notFound('Conversation');
    return conversationId.toLowerCase();
  }
  const listing = await getListingForBuyer(db, listingId, userId);
  if (listing.sellerId !== userId) return listing.conversationId;
  throw new AppError('FORBIDDEN', "You can't make an offer on your own listing.");
}

/** Returns the offer or answer that was stored under this client id. Throws as `findStep` does. */
async function findOffer(db: Db, sending: steps.Sending): Promise<OfferResultView | undefined> {
  const message = await steps.findStep(db, sending, 'offer');
  return message && { offerId: message.data.offerId, message };
}

async function countOffer({ limiter, ip }: Context, userId: string): Promise<void> {
  await limiter.take(dailyOffers, userId);
  await countForNetwork(limiter, offersOfNetwork, { ip });
}

/** Throws CONFLICT, with the reason, if no new offer can be made. */
async function assertOffersWelcome(deals: LockedDeals, conversationId: string): Promise<void> {
  const { trx, listing } = deals;
  assertForSale(deals);
  if (listing.isFirmPrice) throw conflict('The price is firm.');
  const reservation = await steps.findReservation(trx, listing.id);
  if (reservation?.conversationId === conversationId) {
    throw conflict('This is already reserved for you.');
  }
  if (reservation) throw conflict('This is reserved for someone else.');
  const open = await trx
    .selectFrom('offers')
    .select('id')
    .where((eb) => eb.and({ conversationId, status: 'open' }))
    .executeTakeFirst();
  if (open) throw conflict('There is already an open offer. Answer or withdraw it first.');
}

type Sent = Pick<Parameters<LockedDeals['post']>[0], 'clientId' | 'screened'>;
type OfferDraft = Pick<steps.Offer, 'conversationId' | 'madeBy' | 'amount' | 'note'>;

async function insertOffer(
  deals: LockedDeals,
  { clientId, screened, ...values }: OfferDraft & Sent,
): Promise<OfferResultView> {
  const offer = await deals.trx
    .insertInto('offers')
    .values({ ...values, listingId: deals.listing.id })
    .returning(steps.offerColumns)
    .executeTakeFirstOrThrow();
  const message = await deals.post({
    conversationId: offer.conversationId,
    senderId: offer.madeBy,
    entry: steps.offerEntry(offer, 'open'),
    clientId,
    screened,
  });
  return { offerId: offer.id, message: delivered(message) };
}

/**
 * Answers an offer that the caller received. Repeating the `clientId` returns the first answer and
 * counts toward no limit. Accepting reserves the listing and closes all other offers. A
 * counteroffer is a new offer, whose id the result has. Throws NOT_FOUND for others, FORBIDDEN for
 * the offer's maker and for a closed conversation, CONFLICT for an offer that has ended,
 * TOO_MANY_REQUESTS.
 */
export async function respondToOffer(
  ctx: Context,
  { userId, offerId, answer, amount = '', clientId }: WithUser<typeof inputs.respondToOfferInput>,
): Promise<OfferResultView> {
  const about = await getConversationOf(ctx.db, offerId, userId);
  const sending = { ...about, senderId: userId, clientId };
  const first = await findOffer(ctx.db, sending);
  if (first) return first;
  if (answer === 'counter') await countOffer(ctx, userId);
  return changeDeals(ctx, about, async (deals) => {
    const racing = await findOffer(deals.trx, sending);
    if (racing) return racing;
    const offer = await getOpenOffer(deals, { offerId, userId, as: 'receiver' });
    const { id, conversationId } = offer;
    const by = { by: userId, clientId };
    if (answer === 'decline') {
      const message = await steps.endOffer(deals, offer, { ...by, status: 'declined' });
      return { offerId: id, message: delivered(message) };
    }
    assertForSale(deals);
    if (answer === 'counter') {
      delivered(await steps.endOffer(deals, offer, { status: 'countered', by: userId }));
      return insertOffer(deals, { conversationId, madeBy: userId, amount, note: null, clientId });
    }
    const message = delivered(await steps.endOffer(deals, offer, { ...by, status: 'accepted' }));
    const reservation = { conversationId, offerId: id, hours: usualHours };
    await steps.startReservation(deals, reservation, { by: userId, status: 'reserved' });
    return { offerId: id, message };
  });
}

/** Withdraws the caller's offer. Throws NOT_FOUND, FORBIDDEN, CONFLICT if it has ended. */
export async function withdrawOffer(
  ctx: Context,
  { userId, offerId }: WithUser<typeof inputs.offerInput>,
): Promise<OfferResultView> {
  const about = await getConversationOf(ctx.db, offerId, userId);
  return changeDeals(ctx, about, async (deals) => {
    const offer = await getOpenOffer(deals, { offerId, userId, as: 'maker' });
    const message = await steps.endOffer(deals, offer, { status: 'withdrawn', by: userId });
    return { offerId: offer.id, message: delivered(message) };
  });
}

/** Returns the conversation of an offer. Throws NOT_FOUND for anyone who is not part of it. */
async function getConversationOf(db: Db, offerId: string, userId: string) {
  assertId(offerId, 'Offer');
  return db
    .selectFrom('offers as o')
    .innerJoin('conversationParticipants as p', 'p.conversationId', 'o.conversationId')
    .select('o.conversationId')
    .where((eb) => eb.and({ 'o.id': offerId, 'p.userId': userId }))
    .executeTakeFirstOrThrow(() => notFound('Offer'));
}

/** Returns an open offer, if `userId` is its maker or receiver, as `as` says. Throws otherwise. */
async function getOpenOffer(
  deals: LockedDeals,
  { offerId, userId, as }: { offerId: string; userId: string; as: 'maker' | 'receiver' },
): Promise<steps.Offer> {
  const offer = await deals.trx
    .selectFrom('offers')
    .select(steps.offerColumns)
    .where('id', '=', offerId)
    .executeTakeFirstOrThrow(() => notFound('Offer'));
  const deal = dealOf(deals, offer.conversationId, userId);
  const isMaker = offer.madeBy === userId;
  if (isMaker && as === 'receiver') throw new AppError('FORBIDDEN', 'You made this offer.');
  if (!isMaker && as === 'maker') {
    throw new AppError('FORBIDDEN', 'Only the person who made an offer can withdraw it.');
  }
  if (offer.status !== 'open') throw conflict(await whatHappened(deals, offer, deal.isSeller));
  assertOpen(deal);
  return offer;
}

/** Returns a sentence for the user that says why an offer is no longer open. */
async function whatHappened(
  { trx, listing }: LockedDeals,
  { status, conversationId }: steps.Offer,
  isSeller: boolean,
): Promise<string> {
  if (status === 'accepted') return 'This offer was already accepted.';
  if (status === 'declined') return 'This offer was already declined.';
  if (status === 'countered') return 'This offer was already answered with another.';
  if (status === 'withdrawn') return 'This offer was withdrawn.';
  if (status === 'lapsed') return 'This offer has expired.';
  if (!listing.readable) return 'This listing is no longer available.';
  if (listing.availability === 'sold') return 'This was just sold.';
  const reservation = await steps.findReservation(trx, listing.id);
  if (!reservation) return 'This offer is closed.';
  if (reservation.conversationId !== conversationId) {
    return 'This was just reserved for someone else.';
  }
  return isSeller ? "You've reserved this for the buyer." : 'This was just reserved for you.';
}

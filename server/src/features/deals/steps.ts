import { type Selectable, sql } from 'kysely';
import type { Offers } from '@marketplace/db/types.generated';
import { lineTurnHours } from '@marketplace/shared/deals/constants';
import type { EntryOf } from '@marketplace/shared/messaging/timeline';
import type { MessageView } from '@marketplace/shared/messaging/views';
import type { LockedDeals } from './change-deal.ts';

/*
 * The steps that acts, lapses and ends have in common. Each changes the tables and adds the
 * entry that describes it, under the lock of the listing.
 */

export const offerColumns = [
  'id',
  'conversationId',
  'madeBy',
  'amount',
  'note',
  'status',
  'expiresAt',
] as const;

export type Offer = Pick<Selectable<Offers>, (typeof offerColumns)[number]>;

type OfferStatus = EntryOf<'offer'>['data']['status'];

/** The entry that says where an offer is. */
export function offerEntry(offer: Offer, status: OfferStatus): EntryOf<'offer'> {
  const { id, amount, note, expiresAt } = offer;
  const data = { offerId: id, amount, note, status, expiresAt: expiresAt.toISOString() };
  return { kind: 'offer', data };
}

/** Ends an open offer; the message is null where the conversation is closed. */
export async function endOffer(
  { trx, post }: LockedDeals,
  offer: Offer,
  { status, by, clientId }: { status: OfferStatus; by: string; clientId?: string | undefined },
): Promise<MessageView | null> {
  await trx
    .updateTable('offers')
    .set({ status, endedAt: sql<Date>`now()` })
    .where('id', '=', offer.id)
    .execute();
  const entry = offerEntry(offer, status);
  return post({ conversationId: offer.conversationId, senderId: by, entry, clientId });
}

/**
 * Closes all open offers about the listing, because it goes to somebody or is gone. Returns their
 * conversations.
 */
export async function closeOpenOffers(deals: LockedDeals): Promise<string[]> {
  const { trx, listing } = deals;
  const open = await trx
    .selectFrom('offers')
    .select(offerColumns)
    .where('listingId', '=', listing.id)
    .where('status', '=', 'open')
    .orderBy('conversationId')
    .execute();
  for (const offer of open)
    await endOffer(deals, offer, { status: 'closed', by: listing.sellerId });
  return open.map(({ conversationId }) => conversationId);
}

export type Reservation = NonNullable<Awaited<ReturnType<typeof findReservation>>>;

/** The active reservation of the listing. */
export function findReservation({ trx, listing }: LockedDeals) {
  return trx
    .selectFrom('reservations as r')
    .leftJoin('offers as o', 'o.id', 'r.offerId')
    .select(['r.id', 'r.conversationId', 'r.fromLine', 'r.until', 'o.amount'])
    .select([
      sql<boolean>`r.until <= now()`.as('isOver'),
      sql<boolean>`r.warned_at is null and not r.from_line
        and r.until <= now() + interval '1 day'`.as('isEnding'),
    ])
    .where('r.listingId', '=', listing.id)
    .where('r.status', '=', 'active')
    .executeTakeFirst();
}

interface NewReservation {
  conversationId: string;
  hours: number;
  offerId?: string;
  /** The turn of the first in line. */
  fromLine?: boolean;
}

/** The sender of a step's entry, the id that their client gave it, and its status. */
interface Telling {
  by: string;
  clientId?: string | undefined;
  status: EntryOf<'reservation'>['data']['status'];
}

const hoursFromNow = (hours: number) =>
  sql<Date>`now() + make_interval(hours => ${hours}::integer)`;

/** One of up to a day gets no warning a day before it ends. */
const warnedAt = (hours: number) => (hours > 24 ? null : sql<Date>`now()`);

/** Reserves the listing, which nobody has, and closes all open offers about it. */
export async function startReservation(
  deals: LockedDeals,
  { conversationId, hours, offerId, fromLine = false }: NewReservation,
  telling: Telling,
): Promise<Date> {
  const { trx, listing } = deals;
  await closeOpenOffers(deals);
  const { until } = await trx
    .insertInto('reservations')
    .values({
      listingId: listing.id,
      conversationId,
      offerId: offerId ?? null,
      fromLine,
      until: hoursFromNow(hours),
      warnedAt: warnedAt(hours),
    })
    .returning('until')
    .executeTakeFirstOrThrow();
  if (!fromLine) await removeFromLine(deals, conversationId);
  await postReservation(deals, { conversationId, until }, telling);
  return until;
}

/** Restarts the active reservation; a turn of the line becomes a usual one. */
export async function renewReservation(
  deals: LockedDeals,
  { id, conversationId, hours }: { id: string; conversationId: string; hours: number },
  telling: Telling,
): Promise<Date> {
  const { until } = await deals.trx
    .updateTable('reservations')
    .set({ fromLine: false, until: hoursFromNow(hours), warnedAt: warnedAt(hours) })
    .where('id', '=', id)
    .returning('until')
    .executeTakeFirstOrThrow();
  await removeFromLine(deals, conversationId);
  await postReservation(deals, { conversationId, until }, telling);
  return until;
}

/** Ends the active reservation. Its place in line stays; see `moveLineOn`. */
export async function endReservation(
  deals: LockedDeals,
  { id, conversationId }: Reservation,
  { by, status }: { by: string; status: 'released' | 'lapsed' },
): Promise<void> {
  await deals.trx
    .updateTable('reservations')
    .set({ status, endedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await postReservation(deals, { conversationId, until: null }, { by, status });
}

/** Adds the entry that says what happened to a reservation; `until` is null once it has ended. */
export async function postReservation(
  { post }: LockedDeals,
  { conversationId, until }: { conversationId: string; until: Date | null },
  { by, clientId, status }: Telling,
): Promise<void> {
  const data = { status, until: until?.toISOString() ?? null };
  await post({ conversationId, senderId: by, clientId, entry: { kind: 'reservation', data } });
}

export async function removeFromLine(
  { trx, listing }: LockedDeals,
  conversationId: string,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('linePlaces')
    .where('listingId', '=', listing.id)
    .where('conversationId', '=', conversationId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Where nobody has the listing, reserves it for the first in line; true if it did. */
export async function moveLineOn(deals: LockedDeals): Promise<boolean> {
  const { trx, listing, conversations } = deals;
  if (!listing.readable) return false;
  const line = await trx
    .selectFrom('linePlaces')
    .select('conversationId')
    .where('listingId', '=', listing.id)
    .orderBy('joinedAt')
    .orderBy('buyerId')
    .execute();
  const first = line.find(
    ({ conversationId }) => conversations.get(conversationId)?.isClosed === false,
  );
  if (!first || (await isTaken(deals))) return false;
  const turn = { conversationId: first.conversationId, hours: lineTurnHours, fromLine: true };
  await startReservation(deals, turn, { by: listing.sellerId, status: 'offered' });
  return true;
}

async function isTaken({ trx, listing }: LockedDeals): Promise<boolean> {
  const { availability } = await trx
    .selectFrom('listings')
    .select('availability')
    .where('id', '=', listing.id)
    .executeTakeFirstOrThrow();
  return availability !== 'available';
}

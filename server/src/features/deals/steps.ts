import { type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Offers } from '@marketplace/db/types.generated';
import { lineTurnHours } from '@marketplace/shared/deals/constants';
import type { EntryOf } from '@marketplace/shared/messaging/timeline';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { findSent } from '../messaging/send-message.ts';
import { conflict, type DealEntry, type LockedDeals } from './locked-deals.ts';

/*
 * Queries and steps that several changes of a deal share. A step updates the tables and adds an
 * entry to the timeline, under the lock of the listing.
 */

export interface Sending {
  conversationId: string;
  senderId: string;
  clientId: string | undefined;
}

/** Does the same as `findSent`, and throws CONFLICT for a message of another kind. */
export async function findStep<Kind extends DealEntry['kind']>(
  db: Db,
  { clientId, ...sending }: Sending,
  kind: Kind,
): Promise<Extract<MessageView, { kind: Kind }> | undefined> {
  const message = clientId ? await findSent(db, { ...sending, clientId }) : undefined;
  if (message && message.kind !== kind) {
    throw conflict('This clientId was used for another message.');
  }
  return message as Extract<MessageView, { kind: Kind }> | undefined;
}

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

export function offerEntry(offer: Offer, status: OfferStatus): EntryOf<'offer'> {
  const { id, amount, note, expiresAt } = offer;
  const data = { offerId: id, amount, note, status, expiresAt: expiresAt.toISOString() };
  return { kind: 'offer', data };
}

/** Ends an open offer. Returns its message, or null if the conversation is closed. */
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

/** Closes all open offers about the listing. Returns the ids of their conversations. */
export async function closeOpenOffers(deals: LockedDeals): Promise<string[]> {
  const { trx, listing } = deals;
  const open = await trx
    .selectFrom('offers')
    .select(offerColumns)
    .where((eb) => eb.and({ listingId: listing.id, status: 'open' }))
    .orderBy('conversationId')
    .execute();
  for (const offer of open) {
    await endOffer(deals, offer, { status: 'closed', by: listing.sellerId });
  }
  return open.map(({ conversationId }) => conversationId);
}

/** Finds the sale of a listing, unless it was undone. */
export function findSale(db: Db, listingId: string) {
  return db
    .selectFrom('sales')
    .selectAll()
    .where((eb) => eb.and({ listingId, undoneAt: null }))
    .executeTakeFirst();
}

export type Reservation = NonNullable<Awaited<ReturnType<typeof findReservation>>>;

/** Finds the active reservation of a listing. */
export function findReservation(db: Db, listingId: string) {
  return db
    .selectFrom('reservations as r')
    .leftJoin('offers as o', 'o.id', 'r.offerId')
    .select(['r.id', 'r.conversationId', 'r.fromLine', 'r.until', 'o.amount'])
    .select([
      sql<boolean>`r.until <= now()`.as('isOver'),
      sql<boolean>`r.warned_at is null and not r.from_line
        and r.until <= now() + interval '1 day'`.as('isEnding'),
    ])
    .where((eb) => eb.and({ 'r.listingId': listingId, 'r.status': 'active' }))
    .executeTakeFirst();
}

/** The sender, client id and status of the entry about a reservation. */
interface ReservationStep {
  by: string;
  clientId?: string | undefined;
  status: EntryOf<'reservation'>['data']['status'];
}

/**
 * When a reservation of `hours` ends. One of at most a day is marked as warned, since a warning a
 * day before makes no sense.
 */
const endsAfter = (hours: number) => ({
  until: sql<Date>`now() + make_interval(hours => ${hours}::integer)`,
  warnedAt: hours > 24 ? null : sql<Date>`now()`,
});

/** Reserves a free listing and closes all open offers. `fromLine` marks a turn to confirm. */
export async function startReservation(
  deals: LockedDeals,
  reservation: { conversationId: string; hours: number; offerId?: string; fromLine?: boolean },
  step: ReservationStep,
): Promise<Date> {
  const { conversationId, hours, offerId = null, fromLine = false } = reservation;
  const { trx, listing } = deals;
  await closeOpenOffers(deals);
  const { until } = await trx
    .insertInto('reservations')
    .values({ listingId: listing.id, conversationId, offerId, fromLine, ...endsAfter(hours) })
    .returning('until')
    .executeTakeFirstOrThrow();
  if (!fromLine) await removeFromLine(deals, conversationId);
  await postReservation(deals, { conversationId, until }, step);
  return until;
}

/** Restarts the active reservation. A turn in line becomes a usual reservation. */
export async function renewReservation(
  deals: LockedDeals,
  { id, conversationId, hours }: { id: string; conversationId: string; hours: number },
  step: ReservationStep,
): Promise<Date> {
  const { until } = await deals.trx
    .updateTable('reservations')
    .set({ fromLine: false, ...endsAfter(hours) })
    .where('id', '=', id)
    .returning('until')
    .executeTakeFirstOrThrow();
  await removeFromLine(deals, conversationId);
  await postReservation(deals, { conversationId, until }, step);
  return until;
}

/** Ends the active reservation. Does not change the line. */
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

/** Adds an entry about a reservation. `until` is null if it has ended. */
export async function postReservation(
  { post }: LockedDeals,
  { conversationId, until }: { conversationId: string; until: Date | null },
  { by, clientId, status }: ReservationStep,
): Promise<void> {
  const data = { status, until: until?.toISOString() ?? null };
  await post({ conversationId, senderId: by, clientId, entry: { kind: 'reservation', data } });
}

export async function removeFromLine({ trx, listing }: LockedDeals, conversationId: string) {
  const { numDeletedRows } = await trx
    .deleteFrom('linePlaces')
    .where((eb) => eb.and({ listingId: listing.id, conversationId }))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Reserves an available listing for the first buyer in line. Returns true if it did. */
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
  if (!first) return false;
  const { availability } = await trx
    .selectFrom('listings')
    .select('availability')
    .where('id', '=', listing.id)
    .executeTakeFirstOrThrow();
  if (availability !== 'available') return false;
  const turn = { conversationId: first.conversationId, hours: lineTurnHours, fromLine: true };
  await startReservation(deals, turn, { by: listing.sellerId, status: 'offered' });
  return true;
}

import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { DealView, ReservationView } from '@marketplace/shared/deals/views';
import { isId } from '@marketplace/shared/ids';
import { notFound } from '../../errors.ts';
import { readDealReviews } from './deal-reviews.ts';

type ViewColumns = 'id' | 'kind' | 'availability' | 'offers' | 'reservation' | 'meetup';

interface DealRow extends Pick<DealView, ViewColumns> {
  listingId: string;
  isSeller: boolean;
  isClosed: boolean;
  readable: boolean;
  isFirmPrice: boolean;
  sale: { id: string; conversationId: string; soldAt: string; verified: boolean } | null;
}

/** Formats a time in SQL as `Date.toISOString` does. */
const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Returns an SQL condition: the reservation is active and has not expired, swept or not. */
const isLive = (reservation: string) => {
  const r = sql.ref(reservation);
  return sql`(${r}.status = 'active' and ${r}.until > now())`;
};

/** Returns an SQL condition: the buyer in this place of the line has not missed their turn. */
const isWaiting = (place: string) => sql`not exists (
  select from reservations turn
  where turn.conversation_id = ${sql.ref(place)}.conversation_id and turn.from_line
    and turn.status = 'active' and turn.until <= now())`;

/** Returns the deal of a conversation for one of its two people. Throws NOT_FOUND for others. */
export async function getDeal(db: Db, conversationId: string, userId: string): Promise<DealView> {
  const row = isId(conversationId) ? await findDeal(db, conversationId, userId) : undefined;
  if (!row) throw notFound('Conversation');
  const { listingId, isSeller, isClosed, readable, isFirmPrice, sale, ...view } = row;
  const mayOffer = !isSeller && !isFirmPrice && view.kind === 'offer' && !isClosed && readable;
  return {
    ...view,
    canOffer:
      mayOffer &&
      view.availability === 'available' &&
      view.offers.every(({ status }) => status !== 'open'),
    line: await readLine(db, listingId, isSeller ? null : userId),
    soldHere: sale !== null,
    soldAt: sale?.soldAt ?? null,
    handedOverAt: sale?.verified ? sale.soldAt : null,
    reviews: await readDealReviews(db, sale, userId),
  };
}

async function findDeal(db: Db, conversationId: string, userId: string) {
  const { rows } = await sql<DealRow>`
    select c.id, c.listing_id, c.seller_id = ${userId} as is_seller,
      c.blocked or o.deleted_at is not null or o.deactivated_at is not null as is_closed,
      l.readable, l.is_firm_price, l.kind,
      case when l.availability = 'sold' then 'sold'
        when exists (select from reservations r where r.listing_id = l.id and ${isLive('r')})
          or exists (select from line_places p where p.listing_id = l.id and ${isWaiting('p')})
        then 'reserved' else 'available' end as availability,
      coalesce((
        select json_agg(json_build_object('id', f.id, 'madeBy', f.made_by,
          'amount', f.amount::text, 'note', f.note,
          'status', case when f.status = 'open' and f.expires_at <= now() then 'lapsed' else f.status end,
          'expiresAt', ${iso('f.expires_at')}, 'createdAt', ${iso('f.created_at')})
          order by f.created_at, f.id)
        from offers f where f.conversation_id = c.id), '[]') as offers,
      (select json_build_object('until', ${iso('r.until')}, 'amount', f.amount::text,
          'fromLine', r.from_line)
        from reservations r left join offers f on f.id = r.offer_id
        where r.conversation_id = c.id and ${isLive('r')}) as reservation,
      (select json_build_object('id', m.id, 'proposedBy', m.proposed_by, 'place', m.place,
          'startsAt', ${iso('m.starts_at')}, 'status', m.status)
        from meetups m
        where m.conversation_id = c.id and m.status in ('proposed', 'accepted')) as meetup,
      (select json_build_object('id', s.id, 'conversationId', s.conversation_id,
          'soldAt', ${iso('s.sold_at')}, 'verified', s.verified)
        from sales s where s.conversation_id = c.id and s.undone_at is null) as sale
    from conversations c
    join listings l on l.id = c.listing_id
    join users o on o.id = case c.seller_id when ${userId} then c.buyer_id else c.seller_id end
    where c.id = ${conversationId} and ${userId} in (c.buyer_id, c.seller_id)`.execute(db);
  return rows[0];
}

/** Returns the line for a listing, with the position of `buyerId` unless that is null. */
export async function readLine(db: Db, listingId: string, buyerId: string | null) {
  const { rows } = await sql<{
    position: number | null;
    length: number;
    reservation: Pick<ReservationView, 'until' | 'fromLine'> | null;
  }>`
    select count(*)::integer as length,
      (array_agg(place) filter (where buyer_id = ${buyerId}))[1]::integer as position,
      (select json_build_object('until', ${iso('r.until')}, 'fromLine', r.from_line)
        from reservations r join conversations c on c.id = r.conversation_id
        where r.listing_id = ${listingId} and ${isLive('r')} and c.buyer_id = ${buyerId}) as reservation
    from (
      select buyer_id, row_number() over (order by joined_at, buyer_id) as place
      from line_places p where listing_id = ${listingId} and ${isWaiting('p')}
    ) as line`.execute(db);
  const [{ position = null, length = 0, reservation = null } = {}] = rows;
  const { until = null, fromLine } = reservation ?? {};
  return { position, length, offeredUntil: fromLine ? until : null, reservedUntil: until };
}

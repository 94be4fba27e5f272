import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import { renewalDays } from '@marketplace/shared/listings/constants';
import type { ownListingsInput } from '@marketplace/shared/listings/inputs';
import type { OwnListingsPage, OwnListingView } from '@marketplace/shared/listings/views';
import { type displayName, personName } from '@marketplace/shared/users/names';
import { findHeld } from '../screening/hold-listing.ts';
import { type Candidates, filterListings, firstOf } from './search/listings.search.ts';
import { decodeListCursor, pageOfHits, readListings } from './listings.view.ts';

const dayMs = 24 * 60 * 60 * 1000;

type Query = output<typeof ownListingsInput>;

/**
 * Returns a page of the seller's listings with the details that only the seller sees: newest first,
 * or those that need attention before the others. Throws BAD_REQUEST for a bad `cursor`.
 */
export async function listOwnListings(db: Db, sellerId: string, query: Query) {
  const { cursor, limit, sort, ...narrowing } = query;
  const key = sort === 'attention' ? attention(sellerId) : undefined;
  const keyCount = key ? 1 : 0;
  const after = cursor ? decodeListCursor(cursor, keyCount) : undefined;
  const own = filterListings(db, { sellerId, withInactive: true });
  const found = await firstOf(narrow(own, narrowing), { key, after, limit: limit + 1 }).execute();
  const page = pageOfHits(await readListings(db, found), limit, keyCount);
  const ids = page.items.map(({ id }) => id);
  const inactive = page.items.filter(({ isActive }) => !isActive).map(({ id }) => id);
  const [counts, extras, held] = await Promise.all([
    countByStatus(own),
    readExtras(db, ids),
    findHeld(db, inactive),
  ]);
  const items = page.items.map((item) => ({
    ...{ ...item, held: held.get(item.id) ?? null },
    ...(extras.get(item.id) ?? noExtras),
  }));
  return { ...page, items, counts };
}

function narrow(own: Candidates, { status, search }: Pick<Query, 'status' | 'search'>) {
  const text = search?.trim();
  let query = status ? own.where(statusConditions[status]) : own;
  if (text) query = query.where(sql<boolean>`strpos(lower(title), lower(${text})) > 0`);
  return query;
}

/**
 * Returns the key of the order by attention: 4 if the seller was asked whether the listing is still
 * available, 3 if it ends within a week, 2 if it has unread messages, 1 if it can be renewed, else 0.
 * The unread conversations of a seller are few and are read once, not for each listing.
 */
const attention = (sellerId: string) => sql<number>`(case
  when not is_active then 0
  when availability = 'available' and asked_at is not null then 4
  when availability in ('available', 'reserved') and expires_at < now() + interval '7 days' then 3
  when id in (
    select c.listing_id from conversation_participants p
    join conversations c on c.id = p.conversation_id
    where p.user_id = ${sellerId} and p.unread > 0 and not p.hidden) then 2
  when availability = 'expired'
    and coalesce(renewed_at < now() - make_interval(days => ${sql.lit(renewalDays)}), true) then 1
  else 0 end)`;

/** The condition of each status. Featured and reserved listings are active too. */
const statusConditions = {
  active: sql<boolean>`(is_active and availability in ('available', 'reserved'))`,
  featured: sql<boolean>`(is_active and availability in ('available', 'reserved') and is_featured)`,
  reserved: sql<boolean>`(is_active and availability = 'reserved')`,
  sold: sql<boolean>`(is_active and availability = 'sold')`,
  ended: sql<boolean>`(is_active and availability = 'expired')`,
  hidden: sql<boolean>`(not is_active)`,
};

async function countByStatus(own: Candidates): Promise<OwnListingsPage['counts']> {
  const counted = (status: keyof typeof statusConditions) =>
    sql<number>`count(*) filter (where ${statusConditions[status]})::int`.as(status);
  return own
    .select([
      sql<number>`count(*)::int`.as('all'),
      ...[counted('active'), counted('featured'), counted('hidden')],
      ...[counted('reserved'), counted('sold'), counted('ended')],
    ])
    .executeTakeFirstOrThrow();
}

type Extras = Pick<
  OwnListingView,
  | 'hidden'
  | 'deal'
  | 'conversations'
  | 'savedBy'
  | 'expiresAt'
  | 'renewableAt'
  | 'askedAt'
  | 'priceSteps'
>;

/** The extras of a listing that was deleted after the page was read. */
const noExtras: Extras = {
  hidden: null,
  deal: null,
  savedBy: 0,
  expiresAt: null,
  renewableAt: null,
  askedAt: null,
  priceSteps: null,
  conversations: { count: 0, unread: 0, newestId: null },
};

type ExtrasRow = Pick<Extras, 'hidden' | 'conversations' | 'savedBy' | 'priceSteps'> & {
  id: string;
  expiresAt: Date | null;
  renewedAt: Date | null;
  askedAt: Date | null;
  availability: string;
  conversationId: string | null;
  until: Date | null;
} & Parameters<typeof displayName>[0] & { deletedAt: Date | null };

/** Reads what only the seller sees, without conversations with users whom they block. */
async function readExtras(db: Db, ids: string[]): Promise<Map<string, Extras>> {
  const { rows } = await sql<ExtrasRow>`
    select l.id,
      case when not l.is_active then json_build_object(
        'by', case when l.flagged_at is null then 'reports' else 'moderator' end,
        'reason', l.flag_reason) end as hidden,
      json_build_object('count', chats.count, 'unread', chats.unread,
        'newestId', chats.newest_id) as conversations,
      (select count(*)::int from favorites where listing_id = l.id) as saved_by,
      l.availability, l.expires_at, l.renewed_at, l.asked_at,
      case when l.step_at is not null then json_build_object('percent', l.step_percent,
        'days', l.step_days, 'floor', l.step_floor::text,
        'nextAt', to_char(l.step_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as price_steps,
      deal.*
    from listings l
    left join lateral (
      select c.id as conversation_id, of_listing.until,
        u.first_name, u.last_name, u.username, u.deleted_at
      from (
        select conversation_id, until from reservations
          where listing_id = l.id and status = 'active' and l.availability = 'reserved'
        union all
        select conversation_id, null from sales where listing_id = l.id and undone_at is null
      ) of_listing
      left join conversations c on c.id = of_listing.conversation_id and not c.blocked
      left join users u on u.id = c.buyer_id
    ) deal on true
    cross join lateral (
      select count(*) as count, coalesce(sum(p.unread), 0) as unread,
        (array_agg(c.id order by p.unread > 0 desc, c.last_message_at desc))[1] as newest_id
      from conversations c
      join conversation_participants p on p.conversation_id = c.id and p.user_id = l.seller_id
      where c.listing_id = l.id and c.last_seq > 0 and not p.hidden
    ) chats
    where l.id = any(${ids}::uuid[])`.execute(db);
  return new Map(
    rows.map(
      ({
        id,
        hidden,
        conversations,
        savedBy,
        expiresAt,
        renewedAt,
        askedAt,
        priceSteps,
        ...row
      }) => {
        const { conversationId } = row;
        const buyerName = conversationId && personName(row);
        const until = row.until?.toISOString() ?? null;
        const isDeal = row.availability === 'reserved' || row.availability === 'sold';
        const deal = isDeal ? { conversationId, buyerName, until } : null;
        const term = {
          expiresAt: expiresAt?.toISOString() ?? null,
          renewableAt: renewedAt && new Date(+renewedAt + renewalDays * dayMs).toISOString(),
          askedAt: askedAt?.toISOString() ?? null,
          priceSteps,
        };
        return [id, { hidden, deal, conversations, savedBy, ...term }];
      },
    ),
  );
}

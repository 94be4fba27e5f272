import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { ownListingsInput } from '@marketplace/shared/listings/inputs';
import type { OwnListingsPage, OwnListingView } from '@marketplace/shared/listings/views';
import { type Candidates, filterListings, firstOf } from './listings.search.ts';
import { decodeListCursor, pageOfHits, readListings } from './listings.view.ts';

type Query = output<typeof ownListingsInput>;

/** The caller's own listings, newest first, with what only their seller sees. Throws refusals of `cursor`. */
export async function listOwnListings(
  db: Db,
  sellerId: string,
  { cursor, limit, ...narrowing }: Query,
): Promise<OwnListingsPage> {
  const after = cursor ? decodeListCursor(cursor, 0) : undefined;
  const own = filterListings(db, { sellerId, withInactive: true });
  const found = await firstOf(narrow(own, narrowing), { after, limit: limit + 1 }).execute();
  const page = pageOfHits(await readListings(db, found), limit);
  const [counts, extras] = await Promise.all([
    countByStatus(own),
    readExtras(
      db,
      page.items.map(({ id }) => id),
    ),
  ]);
  const items = page.items.map((item) => ({ ...item, ...(extras.get(item.id) ?? noExtras) }));
  return { ...page, items, counts };
}

function narrow(own: Candidates, { status, search }: Pick<Query, 'status' | 'search'>) {
  let query = own;
  if (status) query = query.where('isActive', '=', status !== 'hidden');
  if (status === 'featured') query = query.where('isFeatured', '=', true);
  const text = search?.trim();
  if (text) query = query.where(sql<boolean>`strpos(lower(title), lower(${text})) > 0`);
  return query;
}

async function countByStatus(own: Candidates): Promise<OwnListingsPage['counts']> {
  return own
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`count(*) filter (where is_active)::int`.as('active'),
      sql<number>`count(*) filter (where is_active and is_featured)::int`.as('featured'),
      sql<number>`count(*) filter (where not is_active)::int`.as('hidden'),
    ])
    .executeTakeFirstOrThrow();
}

type Extras = Pick<OwnListingView, 'hidden' | 'conversations'>;

/** Of one that was deleted in the meantime. */
const noExtras: Extras = { hidden: null, conversations: { count: 0, unread: 0, newestId: null } };

/** Why listings are hidden, and their conversations, but those with people whom the seller blocks. */
async function readExtras(db: Db, ids: string[]): Promise<Map<string, Extras>> {
  const { rows } = await sql<Extras & { id: string }>`
    select l.id,
      case when not l.is_active then json_build_object(
        'by', case when l.flagged_at is null then 'reports' else 'moderator' end,
        'reason', l.flag_reason) end as hidden,
      json_build_object('count', chats.count, 'unread', chats.unread,
        'newestId', chats.newest_id) as conversations
    from listings l
    cross join lateral (
      select count(*) as count, coalesce(sum(p.unread), 0) as unread,
        (array_agg(c.id order by p.unread > 0 desc, c.last_message_at desc))[1] as newest_id
      from conversations c
      join conversation_participants p on p.conversation_id = c.id and p.user_id = l.seller_id
      where c.listing_id = l.id and c.last_seq > 0 and not p.hidden
    ) chats
    where l.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...extras }) => [id, extras]));
}

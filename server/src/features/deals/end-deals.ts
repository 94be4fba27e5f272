import { type RawBuilder, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { enqueue } from '../../platform/jobs.ts';
import type { ConversationParticipant } from '../messaging/conversations.ts';
import type { LockedDeals } from './locked-deals.ts';

/*
 * When a user leaves, blocks someone or loses a listing, deals end without entries in the timeline.
 * These functions lock only the listings, so that other transactions can use them. Call them before
 * locking conversations and feeds. After the commit, `sweepDeals` or the next change of its deals
 * reserves a freed listing for the first buyer in line.
 */

/** Ends a user's deals, with one other person if given. Blocks new ones until the commit. */
export function endDealsOf(trx: Db, userId: string, otherId?: string) {
  const own = sql`select conversation_id from conversation_participants where user_id = ${userId}`;
  return endDeals(trx, otherId ? sql`${own} and other_id = ${otherId}` : own);
}

/** Ends all deals about a listing. */
export function endDealsAbout(trx: Db, listingId: string) {
  return endDeals(trx, sql`select id from conversations where listing_id = ${listingId}`);
}

/**
 * Ends all deals about a listing that is removed or ends, with an entry in each conversation that
 * had an open offer, a reservation or a place in line.
 */
export async function endDealsWithEntries(
  deals: LockedDeals,
  code: 'removed' | 'ended',
): Promise<void> {
  const { trx, listing, post } = deals;
  const { rows } = await sql<{ id: string }>`
    select conversation_id as id from offers where listing_id = ${listing.id} and status = 'open'
    union select conversation_id from reservations
      where listing_id = ${listing.id} and status = 'active'
    union select conversation_id from line_places where listing_id = ${listing.id}
    order by id`.execute(trx);
  await endDealsAbout(trx, listing.id);
  for (const { id } of rows) {
    const entry = { kind: 'system', data: { code } } as const;
    await post({ conversationId: id, senderId: listing.sellerId, entry });
  }
}

/**
 * Returns the listings whose reservation ended, for `hub.listings.changed`, and the people of
 * conversations whose deal ended, for `appendConversationEvents`.
 */
async function endDeals(trx: Db, conversations: RawBuilder<unknown>) {
  const inThese = sql`conversation_id in (${conversations})`;
  await sql`
    select id from listings
    where id in (select listing_id from conversations where id in (${conversations}))
    order by id for no key update`.execute(trx);
  const { rows } = await sql<ConversationParticipant & { freedId: string | null }>`
    with closed as (
      update offers set status = 'closed', ended_at = now()
      where status = 'open' and ${inThese} returning conversation_id
    ), left_line as (
      delete from line_places where ${inThese} returning conversation_id
    ), canceled as (
      update meetups set status = 'canceled'
      where status in ('proposed', 'accepted') and ${inThese} returning conversation_id
    ), freed as (
      update reservations set status = 'ended', ended_at = now()
      where status = 'active' and ${inThese} returning conversation_id, listing_id
    ), changed as (
      select conversation_id from closed union select conversation_id from left_line
      union select conversation_id from canceled union select conversation_id from freed
    )
    select p.user_id, p.conversation_id, freed.listing_id as freed_id
    from changed
    join conversation_participants p using (conversation_id)
    left join freed using (conversation_id)`.execute(trx);
  const freedIds = [...new Set(rows.flatMap(({ freedId }) => freedId ?? []))];
  if (freedIds.length > 0) {
    await enqueue(trx, [{ task: 'sweepDeals', payload: {}, key: 'sweepDeals' }]);
  }
  return { freedIds, conversations: rows };
}

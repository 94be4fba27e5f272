import { type Kysely, sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { DB } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import type { openConversationInput } from '@marketplace/shared/messaging/inputs';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import { dailyLimits } from '@marketplace/shared/standing/levels';
import { texts } from '@marketplace/shared/texts';
import { AppError, assertId, badField, notFound } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import { perDay } from '../../platform/limiter.ts';
import { isNewAccount } from '../users/users.ts';
import { getConversation, viewConversation } from './conversations.ts';

const limits = dailyLimits.conversations;
const limitText = 'You can start {points} new conversations a day.';
const newConversations = perDay('new-conversation', limits.usual, limitText);
const ofNewAccount = perDay('conversation-of-new-account', limits.new, limitText);

type Opening = output<typeof openConversationInput> & { userId: string };

/**
 * Returns this buyer's conversation about the listing, and creates it if there is none. Racing
 * requests get the same one. It stays open after the listing is hidden or deleted. Throws NOT_FOUND
 * for a listing that is absent or hidden, BAD_REQUEST for the user's own and for a receiver who is
 * not the seller, FORBIDDEN for a new one if one of the two blocks the other, TOO_MANY_REQUESTS.
 */
export async function openConversation(
  { db, limiter }: Pick<AppContext, 'db' | 'limiter'>,
  { userId, listingId, receiverId }: Opening,
): Promise<ConversationView> {
  const listing = await getListingForBuyer(db, listingId, userId);
  if (!listing.readable && !listing.conversationId && listing.sellerId !== userId) {
    throw notFound('Listing');
  }
  if (listing.sellerId === userId) throw badField('listingId', texts.ownListing);
  if (receiverId !== undefined && receiverId.toLowerCase() !== listing.sellerId) {
    throw badField('receiverId', "This person isn't the seller of the listing.");
  }
  let conversationId = listing.conversationId;
  if (!conversationId) {
    const isNew = await isNewAccount(db, userId);
    await limiter.take(isNew ? ofNewAccount : newConversations, userId);
    conversationId = await insertConversation(db, listing, userId);
    if (!conversationId) throw new AppError('FORBIDDEN', texts.messageUndeliverable);
  }
  return viewConversation(await getConversation(db, conversationId, userId));
}

/**
 * Returns the id of the conversation about a listing with `receiverId`. Creates a missing one for a
 * buyer. Throws as `openConversation` does, and NOT_FOUND when a seller names a person who never
 * wrote.
 */
export async function conversationBetween(
  ctx: Pick<AppContext, 'db' | 'limiter'>,
  opening: Required<Opening>,
): Promise<string> {
  const { userId, listingId, receiverId } = opening;
  const isToOther = isId(receiverId) && receiverId.toLowerCase() !== userId;
  const own = isToOther ? await getListingForBuyer(ctx.db, listingId, receiverId) : undefined;
  if (own?.sellerId !== userId) return (await openConversation(ctx, opening)).id;
  if (!own.conversationId) throw notFound('Conversation');
  return own.conversationId;
}

/** Returns a listing and the id of this buyer's conversation about it, if any. Throws NOT_FOUND. */
export async function getListingForBuyer(db: Db, listingId: string, buyerId: string) {
  assertId(listingId, 'Listing');
  return db
    .selectFrom('listings as l')
    .leftJoin('conversations as c', (join) =>
      join.onRef('c.listingId', '=', 'l.id').on('c.buyerId', '=', buyerId),
    )
    .select(['l.id', 'l.sellerId', 'l.readable', 'l.availability', 'c.id as conversationId'])
    .where('l.id', '=', listingId)
    .executeTakeFirstOrThrow(() => notFound('Listing'));
}

/**
 * Prevents the two from blocking, unblocking and opening conversations with each other until the
 * transaction ends, so that a block refuses or hides a racing conversation. Call it before locking
 * any row, or two transactions can deadlock.
 */
export async function lockPair(db: Db, one: string, other: string): Promise<void> {
  const pair = [one.toLowerCase(), other.toLowerCase()].sort().join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(db);
}

/** Returns an SQL condition: one of the two blocks the other. */
export function isBlockedBetween(one: string, other: string) {
  return sql<boolean>`exists (
    select from blocks where (blocker_id, blocked_id) in
      ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid)))`;
}

/**
 * Inserts the conversation and its participants, or returns that of a racing call. Returns null if
 * one of the two blocks the other or has left. A separate statement locks the pair, so that the
 * next one sees a block that was committed during the wait.
 */
async function insertConversation(
  db: Kysely<DB>,
  { id: listingId, sellerId }: { id: string; sellerId: string },
  buyerId: string,
): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    await lockPair(transaction, buyerId, sellerId);
    // Neither person can leave before the commit. Leaving afterwards closes this conversation too.
    const people = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', 'in', [buyerId, sellerId])
      .where((eb) => eb.and({ deletedAt: null, deactivatedAt: null }))
      .orderBy('id')
      .forShare()
      .execute();
    if (people.length < 2) return null;
    // The new conversation must sort first in both lists, and before all later messages.
    const feeds = await sql<{ openedAt: Date }>`
      with locked as materialized (
        select user_id, newest_at from feeds where user_id in (${buyerId}, ${sellerId})
        order by user_id for no key update
      ), opened as (
        select greatest(clock_timestamp(), max(newest_at) + interval '1 ms')::timestamptz(3) as at
        from locked
      )
      update feeds f set newest_conversation_id = null, newest_at = opened.at
      from locked, opened where f.user_id = locked.user_id
      returning opened.at as opened_at`.execute(transaction);
    const { rows } = await sql<{ conversationId: string }>`
      with made as (
        insert into conversations (listing_id, listing_title, buyer_id, seller_id, last_message_at)
        select id, title, ${buyerId}, seller_id, ${feeds.rows[0]?.openedAt}::timestamptz from listings
        where id = ${listingId} and not ${isBlockedBetween(buyerId, sellerId)}
        on conflict (listing_id, buyer_id) do nothing
        returning id, buyer_id, seller_id, last_message_at
      )
      insert into conversation_participants (conversation_id, user_id, other_id, last_message_at)
      select id, buyer_id, seller_id, last_message_at from made
      union all select id, seller_id, buyer_id, last_message_at from made
      returning conversation_id`.execute(transaction);
    if (rows[0]) return rows[0].conversationId;
    // A racing call inserted it and has committed, since the insert above waited for it.
    return (await getListingForBuyer(transaction, listingId, buyerId)).conversationId;
  });
}

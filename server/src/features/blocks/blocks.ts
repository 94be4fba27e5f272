import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { BlockedPeopleView, blockView } from '@marketplace/shared/messaging/views';
import { personName } from '@marketplace/shared/users/names';
import { assertId, badField, notFound } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import { perDay } from '../../platform/limiter.ts';
import * as feed from '../../realtime/feed.ts';
import { endDealsOf } from '../deals/end-deals.ts';
import { isBlockedBetween, lockPair } from '../messaging/open-conversation.ts';
import { profileImageUrl } from '../users/users.ts';

const blockChanges = perDay('block', 200, 'You can block and unblock people {points} times a day.');

/** `userId` blocks `otherId`. */
type Pair = { userId: string; otherId: string };

/**
 * Blocks or unblocks a person, without notifying them. A block hides the conversations of the two
 * from the user's list and counters, stops messages both ways, and ends deals for good. Repeating
 * it changes nothing. Throws BAD_REQUEST for oneself, NOT_FOUND for an unknown or, to block,
 * deleted person, TOO_MANY_REQUESTS after 200 changes in a day.
 */
export async function setBlocked(
  { db, hub, limiter }: Pick<AppContext, 'db' | 'hub' | 'limiter'>,
  { userId, otherId, blocked }: Pair & { blocked: boolean },
): Promise<output<typeof blockView>> {
  if (userId === otherId.toLowerCase()) throw badField('userId', "You can't block yourself.");
  assertId(otherId, 'User');
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', otherId)
    .$if(blocked, (users) => users.where('deletedAt', 'is', null))
    .executeTakeFirstOrThrow(() => notFound('User'));
  await limiter.take(blockChanges, userId);
  const { entries, freedIds } = await db.transaction().execute(async (trx) => {
    await lockPair(trx, userId, otherId);
    const ended = blocked ? await endDealsOf(trx, userId, otherId) : null;
    const conversationIds = await lockConversationsBetween(trx, { userId, otherId });
    if (blocked) {
      await trx
        .insertInto('blocks')
        .values({ blockerId: userId, blockedId: otherId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else {
      await trx
        .deleteFrom('blocks')
        .where((eb) => eb.and({ blockerId: userId, blockedId: otherId }))
        .execute();
    }
    await sql`
      update conversations set blocked = not blocked
      where id = any(${conversationIds}::uuid[])
        and blocked <> ${isBlockedBetween(userId, otherId)}`.execute(trx);
    await feed.lockFeeds(trx, [userId, otherId]);
    const entries = await hideConversations(trx, { userId, conversationIds, hidden: blocked });
    const others = ended?.conversations.filter((one) => one.userId !== userId) ?? [];
    entries.push(...(await feed.appendConversationEvents(trx, others)));
    return { entries, freedIds: ended?.freedIds ?? [] };
  });
  hub.deliver(entries);
  hub.listings.changed(freedIds);
  return { blocked };
}

/** The people whom the user blocks, newest first. */
export async function listBlocked(db: Db, userId: string): Promise<BlockedPeopleView> {
  const rows = await db
    .selectFrom('blocks as b')
    .innerJoin('users as u', 'u.id', 'b.blockedId')
    .select(['u.id', 'u.firstName', 'u.lastName', 'u.username', 'u.avatarImageId'])
    .select(['u.deletedAt', 'b.createdAt'])
    .where('b.blockerId', '=', userId)
    .orderBy('b.createdAt', 'desc')
    .orderBy('u.id')
    .execute();
  return {
    items: rows.map((row) => ({
      id: row.id,
      displayName: personName(row),
      profileImageUrl: row.deletedAt ? null : profileImageUrl(row.avatarImageId),
      blockedAt: row.createdAt.toISOString(),
    })),
  };
}

/** In the lock order of `storeMessage`. */
async function lockConversationsBetween(trx: Db, { userId, otherId }: Pair): Promise<string[]> {
  const rows = await trx
    .selectFrom('conversations as c')
    .innerJoin('conversationParticipants as p', 'p.conversationId', 'c.id')
    .select('c.id')
    .where((eb) => eb.and({ 'p.userId': userId, 'p.otherId': otherId }))
    .orderBy('c.id')
    .forNoKeyUpdate('c')
    .execute();
  return rows.map(({ id }) => id);
}

/** Hides conversations from the user, or shows them again. Hidden ones do not count as unread. */
async function hideConversations(
  trx: Db,
  change: { userId: string; conversationIds: string[]; hidden: boolean },
): Promise<feed.StoredEntry[]> {
  const { userId, conversationIds, hidden } = change;
  const changed = await trx
    .updateTable('conversationParticipants')
    .set({ hidden })
    .where('userId', '=', userId)
    .where('conversationId', '=', sql<string>`any(${conversationIds}::uuid[])`)
    .where('hidden', '<>', hidden)
    .returning(['conversationId', 'unread'])
    .execute();
  const feeds = await feed.lockFeeds(trx, [userId]);
  const sum = changed.reduce((total, { unread }) => total + unread, 0);
  // Each event has the total after the whole change.
  const drafts = changed.map(({ conversationId }, n) => ({
    userId,
    added: n > 0 ? 0 : hidden ? -sum : sum,
    event: (total: number) => ({ type: 'conversation' as const, conversationId, unread: total }),
  }));
  return feed.appendToFeeds(trx, feeds, drafts);
}

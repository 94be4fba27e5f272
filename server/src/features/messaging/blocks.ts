import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { imagePath } from '@marketplace/shared/media/urls';
import type { BlockedPeopleView } from '@marketplace/shared/messaging/block-views';
import { personName } from '@marketplace/shared/users/names';
import { AppError, badField } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import { entryOf, type FeedRow, type StoredEntry } from '../../realtime/feed.ts';

const blockChanges: LimitRule = {
  name: 'block',
  points: 200,
  seconds: 24 * 60 * 60,
  text: 'You can block and unblock people {points} times a day.',
};

type BlockContext = Pick<AppContext, 'db' | 'hub' | 'limiter'>;

interface Pair {
  /** Who blocks. */
  userId: string;
  /** Who is blocked. */
  otherId: string;
}

/**
 * From now on the user gets nothing from the other one and writes them nothing; their conversations
 * vanish from the user's list and counters. The other one is not told. Blocking again changes
 * nothing. Throws BAD_REQUEST for oneself, NOT_FOUND for somebody unknown or deleted,
 * TOO_MANY_REQUESTS after 200 changes in a day.
 */
export async function block(ctx: BlockContext, pair: Pair): Promise<void> {
  const other = await findOther(ctx.db, pair);
  if (other.deletedAt) throw userNotFound();
  await changeBlocks(ctx, pair, (transaction) =>
    transaction
      .insertInto('blocks')
      .values({ blockerId: pair.userId, blockedId: pair.otherId })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/**
 * Ends what `block` began: the conversations are back with what is unread in them. They take
 * messages again unless the other person blocks as well. Also for somebody who has left since.
 * Errors else as of `block`.
 */
export async function unblock(ctx: BlockContext, pair: Pair): Promise<void> {
  await findOther(ctx.db, pair);
  await changeBlocks(ctx, pair, (transaction) =>
    transaction
      .deleteFrom('blocks')
      .where('blockerId', '=', pair.userId)
      .where('blockedId', '=', pair.otherId)
      .execute(),
  );
}

/** The people whom the user blocks, the newest first. */
export async function listBlocked(db: Db, userId: string): Promise<BlockedPeopleView> {
  const rows = await db
    .selectFrom('blocks as b')
    .innerJoin('users as u', 'u.id', 'b.blockedId')
    .select([
      'u.id',
      'u.firstName',
      'u.lastName',
      'u.username',
      'u.avatarImageId',
      'u.deletedAt',
      'b.createdAt',
    ])
    .where('b.blockerId', '=', userId)
    .orderBy('b.createdAt', 'desc')
    .orderBy('u.id')
    .execute();
  return {
    items: rows.map((row) => ({
      id: row.id,
      displayName: personName(row),
      profileImageUrl: row.deletedAt
        ? null
        : row.avatarImageId && imagePath(row.avatarImageId, 320),
      blockedAt: row.createdAt.toISOString(),
    })),
  };
}

/**
 * Until the transaction ends, neither of the two can block or unblock the other, nor is a
 * conversation made between them: one that races a block is either refused or hidden by it. To be
 * taken before any row is locked.
 */
export async function lockPair(db: Db, one: string, other: string): Promise<void> {
  const pair = [one.toLowerCase(), other.toLowerCase()].sort().join(' ');
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(db);
}

/** True when one of the two blocks the other. */
export function isBlockedBetween(one: string, other: string) {
  return sql<boolean>`exists (
    select from blocks where (blocker_id, blocked_id) in
      ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid)))`;
}

async function changeBlocks(
  { db, hub, limiter }: BlockContext,
  pair: Pair,
  change: (db: Db) => Promise<unknown>,
): Promise<void> {
  await limiter.take(blockChanges, pair.userId);
  const entries = await db.transaction().execute(async (transaction) => {
    const conversationIds = await lockAllBetween(transaction, pair);
    await change(transaction);
    return applyBlocks(transaction, pair, conversationIds);
  });
  hub.deliver(entries);
}

/** Locks the pair, then their conversations in the order that `storeMessage` asks for. */
async function lockAllBetween(db: Db, { userId, otherId }: Pair): Promise<string[]> {
  await lockPair(db, userId, otherId);
  const rows = await db
    .selectFrom('conversations as c')
    .innerJoin('conversationParticipants as p', 'p.conversationId', 'c.id')
    .select('c.id')
    .where('p.userId', '=', userId)
    .where('p.otherId', '=', otherId)
    .orderBy('c.id')
    .forNoKeyUpdate('c')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Brings the conversations of the two in line with their rows in `blocks`: whether they take
 * messages, whether they are hidden from the user, and what counts as unread for the user, whose
 * pages alone are told. To be called with the locks of `lockAllBetween`.
 */
async function applyBlocks(
  db: Db,
  { userId, otherId }: Pair,
  conversationIds: string[],
): Promise<StoredEntry[]> {
  if (conversationIds.length === 0) return [];
  await sql`
    update conversations set blocked = not blocked
    where id = any(${conversationIds}::uuid[])
      and blocked <> ${isBlockedBetween(userId, otherId)}`.execute(db);
  const { rows } = await sql<FeedRow>`
    with wanted as (
      select exists (
        select from blocks where blocker_id = ${userId} and blocked_id = ${otherId}
      ) as hidden
    ), changed as (
      update conversation_participants p set hidden = wanted.hidden
      from wanted
      where p.user_id = ${userId} and p.conversation_id = any(${conversationIds}::uuid[])
        and p.hidden <> wanted.hidden
      returning p.conversation_id, p.unread
    ), bumped as (
      insert into feeds as f (user_id, last_seq, unread)
      select ${userId}::uuid, count(*), coalesce(sum(unread), 0) from changed having count(*) > 0
      on conflict (user_id) do update
      set last_seq = f.last_seq + excluded.last_seq,
        unread = case when (select hidden from wanted) then f.unread - excluded.unread
          else f.unread + excluded.unread end
      returning user_id, last_seq, unread
    )
    insert into feed_events (user_id, seq, type, data)
    select b.user_id, b.last_seq + 1 - row_number() over (order by c.conversation_id desc),
      'conversation',
      jsonb_build_object('conversationId', c.conversation_id, 'unread', b.unread)
    from bumped b cross join changed c
    returning user_id, seq, type, data`.execute(db);
  return rows.map(entryOf).toSorted((one, other) => one.position - other.position);
}

/** The other person, who is somebody else and known. */
async function findOther(db: Db, { userId, otherId }: Pair) {
  if (userId === otherId.toLowerCase()) throw badField('userId', 'You cannot block yourself.');
  const query = db.selectFrom('users').select('deletedAt').where('id', '=', otherId);
  const other = isId(otherId) ? await query.executeTakeFirst() : undefined;
  if (!other) throw userNotFound();
  return other;
}

function userNotFound(): AppError {
  return new AppError('NOT_FOUND', 'User not found');
}

import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { FeedEvent } from '@marketplace/shared/messaging/views';

/** An event with its position in one user's feed. Positions grow by one, without gaps. */
export type FeedEntry = { position: number; event: FeedEvent };

/** A feed entry and the user whose feed it is in. */
export type StoredEntry = FeedEntry & { userId: string };

export const feedBatch = 200;

/** Parses a client's position. Returns null for other text, as if the position were not stored. */
export function parsePosition(text: string): number | null {
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null;
}

/**
 * Returns the state of a user's feed. It is `resumable` if every event after `position` is stored.
 * A new client has no position.
 */
export async function findFeedState(db: Db, userId: string, position: number | null) {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('feeds as f', 'f.userId', 'u.id')
    .leftJoin('feedEvents as next', (join) =>
      join.onRef('next.userId', '=', 'u.id').on('next.seq', '=', String((position ?? -1) + 1)),
    )
    .select(['f.lastSeq', 'f.unread', 'next.seq as nextSeq'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  const last = Number(row?.lastSeq ?? 0);
  const resumable = position !== null && (position === last || (row?.nextSeq ?? null) !== null);
  return { last, unread: row?.unread ?? 0, resumable };
}

/** Returns the events after `position`, oldest first, at most `feedBatch`. */
export async function readFeed(db: Db, userId: string, position: number): Promise<FeedEntry[]> {
  const rows = await db
    .selectFrom('feedEvents')
    .select(['seq', 'type', 'data'])
    .where('userId', '=', userId)
    .where('seq', '>', String(position))
    .orderBy('seq')
    .limit(feedBatch)
    .execute();
  // The server stored this data from the same types, so it is not checked again.
  return rows.map(({ seq, type, data }) => ({
    position: Number(seq),
    event: { type, ...(data as object) } as FeedEvent,
  }));
}

type LockedFeed = { last: number; unread: number; isMailDue: boolean };

/** Locked feeds by user id. Users who deleted their account have none. */
export type LockedFeeds = ReadonlyMap<string, LockedFeed>;

/** Locks users' feeds in ascending user id, so that transactions never deadlock. */
export async function lockFeeds(trx: Db, userIds: readonly string[]): Promise<LockedFeeds> {
  const rows = await trx
    .selectFrom('feeds')
    .select(['userId', 'lastSeq', 'unread', 'mailDueAt'])
    .where('userId', '=', sql<string>`any(${userIds}::uuid[])`)
    .orderBy('userId')
    .forNoKeyUpdate()
    .execute();
  const feeds = rows.map(({ userId, lastSeq, unread, mailDueAt }) => {
    return [userId, { last: Number(lastSeq), unread, isMailDue: mailDueAt !== null }] as const;
  });
  return new Map(feeds);
}

interface FeedDraft {
  userId: string;
  /** The change of the unread count by this event. Negative when messages were read. */
  added?: number;
  /** Cancels the email about unread messages if nothing is unread after this event. */
  endsMail?: boolean;
  /** Builds the event from the user's unread count in all conversations. */
  event(unread: number): FeedEvent;
}

/**
 * Appends events to locked feeds in the given order, in the transaction of the change. Pass the
 * result to `hub.deliver` after the commit. Drops drafts for users without a locked feed.
 */
export async function appendToFeeds(
  trx: Db,
  feeds: LockedFeeds,
  drafts: readonly FeedDraft[],
): Promise<StoredEntry[]> {
  const entries = drafts.flatMap(({ userId, added = 0, endsMail, event }): StoredEntry[] => {
    const feed = feeds.get(userId);
    if (!feed) return [];
    feed.last++;
    feed.unread += added;
    if (endsMail && feed.unread === 0) feed.isMailDue = false;
    return [{ userId, position: feed.last, event: event(feed.unread) }];
  });
  if (entries.length === 0) return [];
  const userIds = [...new Set(entries.map(({ userId }) => userId))];
  const changed = userIds.map((userId) => feeds.get(userId) as LockedFeed);
  const rows = entries.map(({ event: { type, ...data } }) => ({
    type,
    data: JSON.stringify(data),
  }));
  await sql`
    with changed as (
      update feeds set last_seq = n.last_seq, unread = n.unread,
        mail_due_at = case when n.is_mail_due then feeds.mail_due_at end
      from unnest(
        ${userIds}::uuid[], ${changed.map(({ last }) => last)}::bigint[],
        ${changed.map(({ unread }) => unread)}::integer[],
        ${changed.map(({ isMailDue }) => isMailDue)}::boolean[]
      ) as n (user_id, last_seq, unread, is_mail_due)
      where feeds.user_id = n.user_id
    )
    insert into feed_events (user_id, seq, type, data)
    select * from unnest(
      ${entries.map(({ userId }) => userId)}::uuid[],
      ${entries.map(({ position }) => position)}::bigint[],
      ${rows.map(({ type }) => type)}::text[], ${rows.map(({ data }) => data)}::jsonb[]
    )`.execute(trx);
  return entries;
}

/** Appends a 'conversation' event for each pair, for changes that no other event describes. */
export async function appendConversationEvents(
  trx: Db,
  changed: readonly { userId: string; conversationId: string }[],
): Promise<StoredEntry[]> {
  const userIds = changed.map(({ userId }) => userId);
  const drafts = changed.map(({ userId, conversationId }) => ({
    userId,
    event: (unread: number) => ({ type: 'conversation' as const, conversationId, unread }),
  }));
  return appendToFeeds(trx, await lockFeeds(trx, userIds), drafts);
}

import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Json } from '@marketplace/db/types.generated';
import type { FeedEvent } from '@marketplace/shared/messaging/views';

/** An event with its place in the feed of one user: positions grow by one, without gaps. */
export interface FeedEntry {
  position: number;
  event: FeedEvent;
}

/** An entry and whose feed it is in. */
export interface StoredEntry extends FeedEntry {
  userId: string;
}

/** Where a feed stands, and whether reading may go on from the position asked for. */
export interface FeedState {
  /** Position of the newest event. */
  last: number;
  /** Unread messages of the user in all conversations. */
  unread: number;
  /** True when nothing between the position asked for and the newest is missing. */
  resumable: boolean;
}

/** Events of a feed read at once. */
export const feedBatch = 200;

/** As a row of `feed_events` comes from the database. */
export interface FeedRow {
  userId: string;
  seq: string;
  type: string;
  data: Json;
}

/** What the database holds was made by this server from the same types: it is not checked again. */
export function entryOf(row: FeedRow): StoredEntry {
  const event = { type: row.type, ...(row.data as object) } as FeedEvent;
  return { userId: row.userId, position: Number(row.seq), event };
}

/**
 * A position as a client gives it back, or null where it is none: decimal digits without leading
 * zeros. What is no position is treated as one that is not known any more.
 */
export function parsePosition(text: string): number | null {
  return /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null;
}

/** The state of a user's feed, seen from `position` (null: from no known one). */
export async function findFeedState(
  db: Db,
  userId: string,
  position: number | null,
): Promise<FeedState> {
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
  const nextIsKept = row?.nextSeq !== null && row?.nextSeq !== undefined;
  return {
    last,
    unread: row?.unread ?? 0,
    resumable: position !== null && (position === last || nextIsKept),
  };
}

/** The events after `position`, oldest first, at most `feedBatch` of them. */
export async function readFeed(db: Db, userId: string, position: number): Promise<FeedEntry[]> {
  const rows = await db
    .selectFrom('feedEvents')
    .select(['userId', 'seq', 'type', 'data'])
    .where('userId', '=', userId)
    .where('seq', '>', String(position))
    .orderBy('seq')
    .limit(feedBatch)
    .execute();
  return rows.map(entryOf);
}

/**
 * Appends one event to the feeds of each of these users, within the transaction of the change that
 * it tells of; after the commit hand what is returned to `hub.deliver`. The rows of `feeds` are
 * locked in ascending user id, so that two such changes never wait for each other.
 */
export async function appendToFeeds(
  db: Db,
  userIds: string[],
  event: Extract<FeedEvent, { type: 'notification' }>,
): Promise<StoredEntry[]> {
  const { type, ...data } = event;
  const { rows } = await sql<FeedRow>`
    with bumped as (
      insert into feeds as f (user_id, last_seq)
      select user_id, 1 from unnest(${userIds}::uuid[]) as t (user_id)
      group by user_id order by user_id
      on conflict (user_id) do update set last_seq = f.last_seq + 1
      returning user_id, last_seq
    )
    insert into feed_events (user_id, seq, type, data)
    select user_id, last_seq, ${type}, ${JSON.stringify(data)}::jsonb from bumped
    returning user_id, seq, type, data`.execute(db);
  return rows.map(entryOf);
}

/**
 * As `appendToFeeds`, one event 'conversation' for each pair: of that conversation something has
 * changed that no other event tells. Users without a feed have deleted their account and get none. The events of one user come in the order of their positions.
 */
export async function appendConversationEvents(
  db: Db,
  told: { userId: string; conversationId: string }[],
): Promise<StoredEntry[]> {
  const { rows } = await sql<FeedRow>`
    with told as (
      select * from unnest(
        ${told.map(({ userId }) => userId)}::uuid[],
        ${told.map(({ conversationId }) => conversationId)}::uuid[]
      ) as t (user_id, conversation_id)
    ), locked as (
      select user_id from feeds where user_id in (select user_id from told)
      order by user_id for no key update
    ), bumped as (
      update feeds f set last_seq = f.last_seq + added.count
      from (select user_id, count(*) from told join locked using (user_id) group by user_id) added
      where f.user_id = added.user_id
      returning f.user_id, f.last_seq, f.unread
    )
    insert into feed_events (user_id, seq, type, data)
    select b.user_id,
      b.last_seq + 1 - row_number() over (partition by b.user_id order by t.conversation_id desc),
      'conversation',
      jsonb_build_object('conversationId', t.conversation_id, 'unread', b.unread)
    from bumped b join told t using (user_id)
    returning user_id, seq, type, data`.execute(db);
  return rows.map(entryOf).toSorted((one, other) => one.position - other.position);
}

import { tracked, type TrackedEnvelope } from '@trpc/server';
import type { FeedEvent } from '@marketplace/shared/messaging/views';
import type { AppContext } from '../app-context.ts';
import { feedBatch, type FeedEntry, findFeedState, parsePosition, readFeed } from './feed.ts';
import { type SubscriptionSource, subscribe, type Subscriber } from './subscribe.ts';

/** `lastEventId` is the last position that the client has seen, absent on its first connection. */
type FeedRequest = { userId: string; lastEventId: string | null | undefined };

/** Events that may wait for a slow reader. A reader further behind reads the database instead. */
const maxOffered = 100;

/**
 * Yields a user's events until the subscription ends: the unread count, the events after
 * `lastEventId` in order, then each new event. If that position is unknown, yields `reset` first
 * and continues with new events only. Every event carries a position, because the client resumes
 * from the last one it received. An event that is not stored repeats the previous position. Throws
 * whatever `subscribe` throws.
 */
export async function* followFeed(
  ctx: Pick<AppContext, 'db' | 'hub' | 'log'>,
  request: FeedRequest & Subscriber,
): AsyncGenerator<TrackedEnvelope<FeedEvent>, void> {
  const { userId, lastEventId } = request;
  const { deliveries } = ctx.hub;
  const isFirst = typeof lastEventId !== 'string';
  const entries = subscribe(ctx, request, (wake) => openFeed(ctx, request, wake));
  for await (const { position, event } of entries) {
    yield tracked(String(position), event);
    // When `yield` returns, the socket has the event.
    const fetchesAll = event.type === 'reset' || (event.type === 'unread' && isFirst);
    if (fetchesAll) deliveries.reachedAll(userId);
    if (event.type === 'message' && event.message.senderId !== userId) {
      deliveries.reached(userId, event.message);
    }
  }
}

/** Opens a user's feed. Passes on events of this instance, and reads others from the database. */
function openFeed(
  { db, hub }: Pick<AppContext, 'db' | 'hub'>,
  { userId, lastEventId }: FeedRequest,
  wake: () => void,
): SubscriptionSource<FeedEntry> {
  let isStarted = false;
  /** True if the database may have events that were not offered. */
  let isBehind = true;
  let offered: FeedEntry[] = [];
  const follower = {
    position: 0,
    wake() {
      isBehind = true;
      wake();
    },
    offer(entry: FeedEntry) {
      if (offered.length >= maxOffered) isBehind = true;
      if (!isBehind) offered.push(entry);
      wake();
    },
  };
  const passOn = (entries: FeedEntry[]) => {
    follower.position = entries.at(-1)?.position ?? follower.position;
    return entries;
  };

  const start = async (): Promise<FeedEntry[]> => {
    const isResuming = typeof lastEventId === 'string';
    const asked = isResuming ? parsePosition(lastEventId) : null;
    const { last, unread, resumable } = await findFeedState(db, userId, asked);
    isStarted = true;
    const position = resumable && asked !== null ? asked : last;
    const count: FeedEntry = { position, event: { type: 'unread', count: unread } };
    const mustReset = isResuming && !resumable;
    return passOn(mustReset ? [{ position, event: { type: 'reset' } }, count] : [count]);
  };
  const readLog = async (): Promise<FeedEntry[]> => {
    // Cleared before the read, so that a commit during the read sets it again.
    isBehind = false;
    offered = [];
    try {
      const rows = await readFeed(db, userId, follower.position);
      const entries = runFrom(follower.position, rows);
      if (rows.length === feedBatch || entries.length < rows.length) isBehind = true;
      if (entries.length > 0 || rows.length === 0) return passOn(entries);
      // The events after the position are no longer stored.
      const { last } = await findFeedState(db, userId, null);
      return passOn([{ position: last, event: { type: 'reset' } }]);
    } catch (error) {
      isBehind = true;
      throw error;
    }
  };

  const unfollow = hub.follow(userId, follower);
  return {
    async next() {
      if (!isStarted) return start();
      if (isBehind) return readLog();
      const entries = offered.filter(({ position }) => position > follower.position);
      offered = [];
      const isWhole = runFrom(follower.position, entries).length === entries.length;
      return isWhole ? passOn(entries) : readLog();
    },
    close: unfollow,
  };
}

/** Returns the entries that follow `position` without a gap. Old ones are removed in any order. */
function runFrom(position: number, entries: FeedEntry[]): FeedEntry[] {
  const gap = entries.findIndex((entry, n) => entry.position !== position + 1 + n);
  return gap === -1 ? entries : entries.slice(0, gap);
}

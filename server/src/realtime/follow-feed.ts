import { tracked, type TrackedEnvelope } from '@trpc/server';
import type { FeedEvent } from '@marketplace/shared/messaging/views';
import type { AppContext } from '../app-context.ts';
import { feedBatch, type FeedEntry, findFeedState, parsePosition, readFeed } from './feed.ts';
import { type SubscriptionSource, subscribe, type Subscriber } from './subscribe.ts';

/** Whose feed is followed, and from where. */
interface FeedRequest {
  userId: string;
  /** The position that the client has seen last; absent on its first connection. */
  lastEventId: string | null | undefined;
}

/** Events that wait for a slow reader; beyond these it reads the database. */
const maxOffered = 100;

/**
 * A user's events, without end: the unread count, what came after `lastEventId` in order, and then
 * each new one. A position that is unknown gives `reset` first and continues from now. Every event
 * carries its position, or repeats the last one where it has none, as the client resumes from
 * whatever came last. Throws as `subscribe`.
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
    // After the yield, the socket has the event.
    const fetchesAll = event.type === 'reset' || (event.type === 'unread' && isFirst);
    if (fetchesAll) deliveries.reachedAll(userId);
    if (event.type === 'message' && event.message.senderId !== userId) {
      deliveries.reached(userId, event.message);
    }
  }
}

/** Reads events that this instance stored itself as they are offered, and all others in the database. */
function openFeed(
  { db, hub }: Pick<AppContext, 'db' | 'hub'>,
  { userId, lastEventId }: FeedRequest,
  wake: () => void,
): SubscriptionSource<FeedEntry> {
  let isStarted = false;
  /** The database may have events that were not offered. */
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
    // Set before reading: what is committed meanwhile sets it back.
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

/** The entries that follow `position` without a gap: old events are removed in no special order. */
function runFrom(position: number, entries: FeedEntry[]): FeedEntry[] {
  const gap = entries.findIndex((entry, n) => entry.position !== position + 1 + n);
  return gap === -1 ? entries : entries.slice(0, gap);
}

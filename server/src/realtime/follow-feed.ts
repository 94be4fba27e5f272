import { tracked, type TrackedEnvelope } from '@trpc/server';
import type { FeedEvent } from '@marketplace/shared/messaging/views';
import type { AppContext } from '../app-context.ts';
import type { Connection } from './connection.ts';
import { findFeedState, parsePosition, readFeed } from './feed.ts';
import { createInbox } from './inbox.ts';
import { retry } from './retry.ts';

/** Whose feed is followed, from where, over what, and until when. */
export interface FeedRequest {
  userId: string;
  /** The position that the client has seen last; absent on its first connection. */
  lastEventId: string | null | undefined;
  connection: Connection | undefined;
  signal: AbortSignal;
}

/**
 * A user's events, without end: the unread count, what came after `lastEventId` in order, and then
 * each new one. A position that is not known any more, or never was, gives `reset` first and goes
 * on from now. Every event carries its position, or repeats the last one where it has none of its
 * own, as the client resumes from whatever came last. A database that fails is waited for: the end
 * comes by `signal` alone. Throws TOO_MANY_REQUESTS when the connection has too many subscriptions.
 */
export async function* followFeed(
  ctx: Pick<AppContext, 'db' | 'hub' | 'log'>,
  request: FeedRequest,
): AsyncGenerator<TrackedEnvelope<FeedEvent>, void> {
  const { userId, lastEventId, connection, signal } = request;
  const { db, hub, log } = ctx;
  const close = connection?.openSubscription();
  const inbox = createInbox(signal);
  // Followed before the first read: what is committed after that read wakes us.
  const unfollow = hub.follow(userId, inbox);
  const here = (event: FeedEvent) => tracked(String(inbox.position), event);
  // Said after the yield: by then the event has been taken over by the socket.
  const noteArrival = (event: FeedEvent) => {
    if (event.type !== 'message' || event.message.senderId === userId) return;
    hub.deliveries.reached(userId, event.message);
  };
  const stateFrom = (position: number | null) =>
    retry(() => findFeedState(db, userId, position), { signal, log });
  try {
    const isResuming = typeof lastEventId === 'string';
    const asked = isResuming ? parsePosition(lastEventId) : null;
    const state = await stateFrom(asked);
    if (!state) return;
    inbox.position = state.resumable && asked !== null ? asked : state.last;
    if (isResuming && !state.resumable) yield here({ type: 'reset' });
    yield here({ type: 'unread', count: state.unread });
    if (!state.resumable) hub.deliveries.reachedAll(userId);

    while (!signal.aborted) {
      await inbox.something();
      const entries = await inbox.next((position) =>
        retry(() => readFeed(db, userId, position), { signal, log }),
      );
      if (entries === 'missed') {
        inbox.position = (await stateFrom(null))?.last ?? inbox.position;
        yield here({ type: 'reset' });
        hub.deliveries.reachedAll(userId);
        continue;
      }
      for (const { position, event } of entries) {
        if (connection?.isCongested()) await connection.drained(signal);
        if (signal.aborted) return;
        inbox.position = position;
        yield here(event);
        noteArrival(event);
      }
    }
  } finally {
    unfollow();
    close?.();
  }
}

import type { FeedEvent } from '@marketplace/shared/messaging/views';
import { keepSubscribed } from '../../../api/keep-subscribed.ts';
import type { trpc } from '../../../api/trpc.ts';
import type { FeedCache } from './feed-cache.ts';
import { liveConnection } from './live-connection.ts';

interface Options {
  client: ReturnType<typeof trpc.useUtils>['client'];
  /** Whose feed it is: the server refuses it to anybody else. */
  me: string;
  feed: FeedCache;
  /** Events come, for the first time or again: the server can be reached. */
  onLive?: () => void;
  /** The server no longer knows this session. */
  onSignedOut: () => void;
}

/** Follows the user's feed, from the last position on, until the returned function is called. */
export function followFeed({ client, me, feed, onLive, onSignedOut }: Options): () => void {
  const stop = keepSubscribed<{ id: string; data: FeedEvent }>({
    subscribe: (handlers) =>
      client.messaging.events.subscribe({ userId: me, lastEventId: feed.position() }, handlers),
    onData: ({ id, data }) => feed.apply(id, data),
    onLive() {
      liveConnection.up();
      onLive?.();
    },
    onDown: liveConnection.down,
    onDenied: onSignedOut,
  });
  return () => {
    stop();
    liveConnection.up();
  };
}

import { isUnauthorized } from '../../api/errors.ts';
import { reconnectDelay } from '../../api/subscription-link.ts';
import type { trpc } from '../../api/trpc.ts';
import type { FeedCache } from './feed-cache.ts';
import { liveConnection } from './live-connection.ts';

interface Options {
  client: ReturnType<typeof trpc.useUtils>['client'];
  feed: FeedCache;
  /** The server no longer knows this session. */
  onSignedOut: () => void;
}

/**
 * Follows the user's feed until the returned function is called. A broken socket is resumed by the
 * client library; a subscription that the server ended is begun again from the last position, and
 * one that the browser knows to be cut off is left and begun again when it is back online.
 */
export function followFeed({ client, feed, onSignedOut }: Options): () => void {
  let stop: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const startLater = () => {
    liveConnection.down();
    clearTimeout(timer);
    failures += 1;
    timer = setTimeout(start, reconnectDelay(failures));
  };
  const start = () => {
    end();
    const subscription = client.messaging.events.subscribe(
      { lastEventId: feed.position() },
      {
        onData({ id, data }) {
          failures = 0;
          feed.apply(id, data);
        },
        onConnectionStateChange({ state }) {
          if (state === 'pending') liveConnection.up();
          if (state === 'connecting') liveConnection.down();
        },
        onError(error) {
          if (isUnauthorized(error)) onSignedOut();
          else startLater();
        },
        // Also called when we stop it ourselves.
        onComplete: () => {
          if (stop) startLater();
        },
      },
    );
    stop = () => subscription.unsubscribe();
  };
  const end = () => {
    clearTimeout(timer);
    const stopNow = stop;
    stop = null;
    stopNow?.();
  };
  const leave = () => {
    end();
    liveConnection.down();
  };

  window.addEventListener('offline', leave);
  window.addEventListener('online', start);
  start();
  return () => {
    window.removeEventListener('offline', leave);
    window.removeEventListener('online', start);
    end();
    liveConnection.up();
  };
}

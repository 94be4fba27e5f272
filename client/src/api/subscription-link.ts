import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '@marketplace/server/router';

/** The wait before the next try to connect, in ms: doubling with jitter, at most 30 s. */
export function reconnectDelay(attempt: number, random: () => number = Math.random): number {
  if (attempt === 0) return 0;
  const ceiling = Math.min(30_000, 500 * 2 ** Math.min(attempt, 10));
  return ceiling / 2 + random() * (ceiling / 2);
}

/** Carries subscriptions over one WebSocket; its code and the socket come with the first of them. */
export function subscriptionLink(): TRPCLink<AppRouter> {
  return (runtime) => {
    let ready: Promise<ReturnType<TRPCLink<AppRouter>>> | undefined;
    const open = async () => {
      // Not through the package's index: its other half is in every page's first code.
      const { createWSClient, wsLink } = await import('@trpc/client/links/wsLink/wsLink');
      const address = new URL('/trpc', window.location.href);
      address.protocol = address.protocol.replace('http', 'ws');
      const client = createWSClient({
        url: address.href,
        retryDelayMs: reconnectDelay,
        keepAlive: { enabled: true, intervalMs: 30_000, pongTimeoutMs: 5_000 },
        // Closed once nothing is subscribed any more: after a sign-out no socket of the old session
        // stays. The library re-arms this timer while the socket is in use, so 0 would keep it busy.
        lazy: { enabled: true, closeMs: 1_000 },
      });
      return wsLink<AppRouter>({ client })(runtime);
    };
    return (operation) =>
      observable((observer) => {
        let stopped = false;
        let stop: () => void = () => undefined;
        ready ??= open();
        ready.then(
          (link) => {
            if (!stopped) stop = link(operation).subscribe(observer).unsubscribe;
          },
          (error: unknown) => {
            ready = undefined;
            observer.error(error as Parameters<typeof observer.error>[0]);
          },
        );
        return () => {
          stopped = true;
          stop();
        };
      });
  };
}

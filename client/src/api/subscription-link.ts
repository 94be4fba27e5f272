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
    const load = async () => (await import('./socket-link.ts')).socketLink()(runtime);
    return (request) =>
      observable((observer) => {
        let stopped = false;
        let stop: () => void = () => undefined;
        ready ??= load();
        ready.then(
          (link) => {
            if (!stopped) stop = link(request).subscribe(observer).unsubscribe;
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

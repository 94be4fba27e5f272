import { httpBatchLink, splitLink, type TRPCLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { observable } from '@trpc/server/observable';
import { maxCallsInBatch } from '@marketplace/shared/paths';
import type { AppRouter } from '@marketplace/server/router';

/** Hooks for every procedure: `trpc.listings.byId.useQuery({ id })`. */
export const trpc = createTRPCReact<AppRouter>({ abortOnUnmount: true });

/**
 * Creates the API client: queries and mutations in batches over HTTP, subscriptions over a
 * WebSocket that opens on first use. A mutation with `context.overSocket` uses that socket, and
 * fails if it is not open.
 */
export function createApiClient() {
  return trpc.createClient({
    links: [
      splitLink({
        condition: ({ type, context }) => type === 'subscription' || context['overSocket'] === true,
        true: socketsLink(),
        false: httpBatchLink({ url: '/trpc', maxURLLength: 4000, maxItems: maxCallsInBatch }),
      }),
    ],
  });
}

/**
 * Carries calls over a WebSocket. The code and the socket load with the first call. A visitor's
 * calls (`context.isVisitor`) use a separate socket: the server reads the session when a socket
 * opens, so a sign-in needs a new one.
 */
function socketsLink(): TRPCLink<AppRouter> {
  return (runtime) => {
    const sockets = new Map<unknown, Promise<ReturnType<TRPCLink<AppRouter>>>>();
    const load = async () => (await import('./socket-link.ts')).socketLink()(runtime);
    return (request) =>
      observable((observer) => {
        let stopped = false;
        let stop: () => void = () => undefined;
        const isVisitor = request.op.context['isVisitor'] === true;
        const ready = sockets.get(isVisitor) ?? load();
        sockets.set(isVisitor, ready);
        ready.then(
          (link) => {
            if (!stopped) stop = link(request).subscribe(observer).unsubscribe;
          },
          (error: unknown) => {
            sockets.delete(isVisitor);
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

import { type Operation, TRPCClientError, type TRPCLink } from '@trpc/client';
// Not from the package's index, whose other half is in every page's first view.
import { createWSClient, wsLink } from '@trpc/client/links/wsLink/wsLink';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '@marketplace/server/router';
import { reconnectDelay } from './keep-subscribed.ts';
import { onWake } from './wake.ts';

/**
 * Carries subscriptions over one WebSocket, and mutations while it is open. When the tab wakes,
 * pings the socket and replaces it if there is no answer; each subscription resumes after its last
 * event. Without this, the tab would wait up to 30 s for the next ping or retry.
 */
export function socketLink(): TRPCLink<AppRouter> {
  return (runtime) => {
    const running = new Set<() => void>();
    let socket = openSocket(runtime);
    let isChecking = false;

    const check = async () => {
      if (isChecking || running.size === 0) return;
      isChecking = true;
      const isAlive = await socket.isAlive();
      isChecking = false;
      if (isAlive) return;
      const dead = socket;
      socket = openSocket(runtime);
      for (const resume of running) resume();
      dead.close();
    };
    onWake(() => void check());

    return ({ op, next }) =>
      observable((observer) => {
        if (op.type === 'mutation') {
          if (socket.isOpen()) return socket.link({ op, next }).subscribe(observer);
          return observer.error(TRPCClientError.from(new Error('No socket is open.')));
        }
        let seen: string | undefined;
        let stop: () => void = () => undefined;
        const begin = () => {
          stop();
          const steps = socket.link({ op: resumed(op, seen), next }).subscribe({
            next(envelope) {
              const { result } = envelope;
              if (result.type === 'data' && result.id !== undefined) seen = result.id;
              observer.next(envelope);
            },
            error: observer.error,
            complete: observer.complete,
          });
          stop = () => steps.unsubscribe();
        };
        running.add(begin);
        begin();
        return () => {
          running.delete(begin);
          stop();
        };
      });
  };
}

/** Returns the operation with the request to resume after the event `seen`. */
function resumed(operation: Operation, seen: string | undefined): Operation {
  if (seen === undefined) return operation;
  return { ...operation, input: { ...(operation.input as object), lastEventId: seen } };
}

function openSocket(runtime: Parameters<TRPCLink<AppRouter>>[0]) {
  const address = new URL('/trpc', window.location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  let connectingSince = 0;
  let lastMessageAt = Date.now();
  class ObservedSocket extends WebSocket {
    constructor(url: string | URL) {
      super(url);
      connectingSince = Date.now();
      this.addEventListener('message', () => (lastMessageAt = Date.now()));
    }
  }
  const client = createWSClient({
    url: address.href,
    WebSocket: ObservedSocket,
    retryDelayMs: reconnectDelay,
    keepAlive: { enabled: true, intervalMs: 30_000, pongTimeoutMs: 5_000 },
    // Closes when nothing is subscribed, so that no socket of an old session survives a sign-out.
    // The library re-arms this timer while the socket is in use, so 0 would keep it busy.
    lazy: { enabled: true, closeMs: 1_000 },
  });
  return {
    link: wsLink<AppRouter>({ client })(runtime),
    isOpen: () => client.connection?.state === 'open',
    /** Returns false if the socket is gone, waits to reconnect, or does not answer in time. */
    async isAlive(): Promise<boolean> {
      const { connection } = client;
      if (connection?.state === 'connecting') return Date.now() - connectingSince < 5_000;
      // Pings come every 30 s. A socket that has been silent for 65 s has missed two and is dead.
      if (connection?.state !== 'open' || Date.now() - lastMessageAt > 65_000) return false;
      return answers(connection.ws);
    },
    close: () => void client.close(),
  };
}

/** Returns true if the socket answers a ping within 700 ms. */
function answers(socket: WebSocket): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(resolve, 700, false);
    socket.addEventListener('message', () => resolve(true), { once: true });
    socket.send('PING');
  });
}

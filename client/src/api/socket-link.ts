import { type Operation, TRPCClientError, type TRPCLink } from '@trpc/client';
// Not through the package's index: its other half is in every page's first code.
import { createWSClient, wsLink } from '@trpc/client/links/wsLink/wsLink';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '@marketplace/server/router';
import { reconnectDelay } from './keep-subscribed.ts';
import { onWake } from './wake.ts';

/** A socket without a message for longer than this slept and is dead: pings come every 30 s. */
const maxSilenceMs = 65_000;
/** A socket that has been connecting for longer than this is given up. */
const connectTimeoutMs = 5_000;
/** How long a socket has to answer a ping after waking. */
const answerTimeoutMs = 700;

/**
 * Carries subscriptions, and mutations while it is open, over one WebSocket. A tab that wakes pings it, and
 * replaces a socket that does not answer: each subscription resumes there after the last event it has seen.
 * Otherwise that would wait for the next ping or retry, up to 30 s later.
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

/** The operation, to be answered with what came after the event `seen`. */
function resumed(operation: Operation, seen: string | undefined): Operation {
  if (seen === undefined) return operation;
  return { ...operation, input: { ...(operation.input as object), lastEventId: seen } };
}

/** The library's client with its one socket, and the link through it. */
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
    // Closed once nothing is subscribed any more: after a sign-out no socket of the old session
    // stays. The library re-arms this timer while the socket is in use, so 0 would keep it busy.
    lazy: { enabled: true, closeMs: 1_000 },
  });
  return {
    link: wsLink<AppRouter>({ client })(runtime),
    isOpen: () => client.connection?.state === 'open',
    /** False where the socket is gone, waits for its next try, or does not answer within a moment. */
    async isAlive(): Promise<boolean> {
      const { connection } = client;
      if (connection?.state === 'connecting')
        return Date.now() - connectingSince < connectTimeoutMs;
      if (connection?.state !== 'open' || Date.now() - lastMessageAt > maxSilenceMs) return false;
      return answers(connection.ws);
    },
    close: () => void client.close(),
  };
}

/** Whether the socket answers a ping. */
function answers(socket: WebSocket): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), answerTimeoutMs);
    socket.addEventListener('message', () => resolve(true), { once: true });
    socket.send('PING');
  });
}

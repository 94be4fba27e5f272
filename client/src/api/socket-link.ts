import type { Operation, TRPCLink } from '@trpc/client';
// Not through the package's index: its other half is in every page's first code.
import { createWSClient, wsLink } from '@trpc/client/links/wsLink/wsLink';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '@marketplace/server/router';
import { reconnectDelay } from './subscription-link.ts';
import { onWake } from './wake.ts';

/** The library's client with its one socket, and the link that leads through it. */
interface Socket {
  link: ReturnType<TRPCLink<AppRouter>>;
  /** False where the socket is gone, waits for its next try, or does not answer within a moment. */
  isAlive(): Promise<boolean>;
  close(): void;
}

/** A socket that has heard nothing for so long, in ms, has slept, and is not worth asking. */
const longestSilence = 65_000;
/** A socket that has been connecting for so long, in ms, is not waited for. */
const connectPatience = 5_000;
/** How long a socket has for its answer after waking, in ms. */
const answerPatience = 700;

/**
 * Carries subscriptions over one WebSocket. A tab that wakes asks whether its socket still answers,
 * and takes a new one at once where it does not: each subscription goes on there, behind the last
 * event that it has seen. Without that it would find out with the next ping or back-off, up to 30 s
 * later.
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
      for (const goOn of running) goOn();
      dead.close();
    };
    onWake(() => void check());

    return ({ op, next }) =>
      observable((observer) => {
        let seen: string | undefined;
        let stop: () => void = () => undefined;
        const begin = () => {
          stop();
          const steps = socket.link({ op: goingOn(op, seen), next }).subscribe({
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
function goingOn(operation: Operation, seen: string | undefined): Operation {
  if (seen === undefined) return operation;
  return { ...operation, input: { ...(operation.input as object), lastEventId: seen } };
}

function openSocket(runtime: Parameters<TRPCLink<AppRouter>>[0]): Socket {
  const address = new URL('/trpc', window.location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  let begunAt = 0;
  let heardAt = Date.now();
  class HeardSocket extends WebSocket {
    constructor(url: string | URL) {
      super(url);
      begunAt = Date.now();
      this.addEventListener('message', () => (heardAt = Date.now()));
    }
  }
  const client = createWSClient({
    url: address.href,
    WebSocket: HeardSocket,
    retryDelayMs: reconnectDelay,
    keepAlive: { enabled: true, intervalMs: 30_000, pongTimeoutMs: 5_000 },
    // Closed once nothing is subscribed any more: after a sign-out no socket of the old session
    // stays. The library re-arms this timer while the socket is in use, so 0 would keep it busy.
    lazy: { enabled: true, closeMs: 1_000 },
  });
  return {
    link: wsLink<AppRouter>({ client })(runtime),
    async isAlive() {
      const { connection } = client;
      if (connection?.state === 'connecting') return Date.now() - begunAt < connectPatience;
      if (connection?.state !== 'open' || Date.now() - heardAt > longestSilence) return false;
      return answers(connection.ws);
    },
    close: () => void client.close(),
  };
}

/** Whether anything comes back after a ping. */
function answers(socket: WebSocket): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isAlive: boolean) => {
      clearTimeout(timer);
      socket.removeEventListener('message', onMessage);
      resolve(isAlive);
    };
    const onMessage = () => end(true);
    const timer = setTimeout(() => end(false), answerPatience);
    socket.addEventListener('message', onMessage);
    socket.send('PING');
  });
}

import { setTimeout as pause } from 'node:timers/promises';
import { TRPCError } from '@trpc/server';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { AppError } from '../errors.ts';

/** The most bytes that may wait to be sent, and how long a socket may stay above that. */
const maxBuffered = 1024 * 1024;
const drainTimeoutMs = 10_000;

export type Connection = ReturnType<typeof createConnection>;

/**
 * Wraps the WebSocket that subscriptions send their events over. `whenIdle` is called when there
 * are no subscriptions, and returns a function to call when the next one opens.
 */
export function createConnection(
  socket: WebSocket,
  { maxSubscriptions, whenIdle }: { maxSubscriptions: number; whenIdle?: () => () => void },
) {
  let subscriptions = 0;
  let endIdling = whenIdle?.();
  const isCongested = () => socket.bufferedAmount > maxBuffered;
  return {
    /** Returns true while the reader does not keep up and too many bytes wait to be sent. */
    isCongested,
    /** Resolves when there is room again. Cuts off a reader that stalls for ten seconds. */
    async drained(signal: AbortSignal) {
      const until = Date.now() + drainTimeoutMs;
      while (isCongested() && !signal.aborted) {
        if (Date.now() > until) socket.terminate();
        await pause(50, undefined, { signal }).catch(() => undefined);
      }
    },
    /** Counts a subscription until the returned function is called. Throws TOO_MANY_REQUESTS. */
    openSubscription() {
      if (subscriptions >= maxSubscriptions) {
        const message = 'Too many subscriptions on one connection.';
        // Some subscriptions may have ended after these ten seconds.
        throw new AppError('TOO_MANY_REQUESTS', message, { retryAfter: 10 });
      }
      subscriptions++;
      endIdling?.();
      return () => {
        subscriptions--;
        if (subscriptions === 0) endIdling = whenIdle?.();
      };
    },
  };
}

/** The reader of a subscription: its socket, and the signal that ends it. */
export interface Subscriber {
  connection: Connection | undefined;
  signal: AbortSignal;
}

export interface SubscriptionSource<Event> {
  /**
   * Returns the next events, or none to sleep until woken. A failed call is retried with growing
   * pauses, so that the subscription outlives a restart of the database. A TRPCError or TypeError
   * ends the subscription.
   */
  next(): Promise<Event[]>;
  close(): void;
}

/**
 * Runs the loop of a subscription: listen, read, yield, sleep. `open` starts listening and calls
 * `wake` whenever there may be something to read. Ends with `signal`. Throws TOO_MANY_REQUESTS.
 */
export async function* subscribe<Event>(
  { log }: { log: Logger },
  { connection, signal }: Subscriber,
  open: (wake: () => void) => SubscriptionSource<Event>,
): AsyncGenerator<Event, void> {
  const release = connection?.openSubscription();
  let isWoken = false;
  let endSleep = () => {};
  const wake = () => {
    isWoken = true;
    endSleep();
  };
  signal.addEventListener('abort', wake, { once: true });
  // The source opens before the first read, so that every later commit wakes the loop.
  const source = open(wake);
  try {
    while (!signal.aborted) {
      isWoken = false;
      const events = await withRetries(() => source.next(), { signal, log });
      for (const event of events) {
        if (connection?.isCongested()) await connection.drained(signal);
        if (signal.aborted) return;
        yield event;
      }
      if (events.length === 0 && !isWoken) {
        await new Promise<void>((resolve) => (endSleep = resolve));
      }
    }
  } finally {
    source.close();
    release?.();
  }
}

/** Returns the result of `read` once it succeeds, or an empty list after `signal`. */
async function withRetries<Event>(
  read: () => Promise<Event[]>,
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<Event[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (signal.aborted) return [];
      if (error instanceof TRPCError || error instanceof TypeError) throw error;
      if (attempt === 1) log.debug({ err: error }, 'A read failed; trying again.');
    }
    // A database failure hits all readers at once. They must not all retry at the same moment.
    const delayMs = 100 * 2 ** (attempt - 1) * (1 + Math.random());
    await pause(Math.min(delayMs, 5_000), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return [];
  }
}

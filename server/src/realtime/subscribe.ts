import { setTimeout as pause } from 'node:timers/promises';
import { TRPCError } from '@trpc/server';
import pRetry from 'p-retry';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { tooMany } from './socket-limits.ts';

/** Bytes that may wait to be sent, and how long a socket may stay above that. */
const maxBuffered = 1024 * 1024;
const drainTimeoutMs = 10_000;
const drainCheckMs = 50;
/** Seconds after which some subscriptions may have ended. */
const retryAfter = 10;

export type Connection = ReturnType<typeof createConnection>;

/**
 * The WebSocket that subscriptions answer over, at most so many at once. `whenIdle` is called while there
 * are none, and returns what to call with the next.
 */
export function createConnection(
  socket: WebSocket,
  { maxSubscriptions, whenIdle }: { maxSubscriptions: number; whenIdle?: () => () => void },
) {
  let subscriptions = 0;
  let endIdling = whenIdle?.();
  const isCongested = () => socket.bufferedAmount > maxBuffered;
  return {
    /** True while more bytes wait to be sent than a reader that keeps up would leave. */
    isCongested,
    /** Resolves when there is room again. A reader that makes none for some seconds is cut off. */
    async drained(signal: AbortSignal) {
      const until = Date.now() + drainTimeoutMs;
      while (isCongested() && !signal.aborted) {
        if (Date.now() > until) socket.terminate();
        await pause(drainCheckMs, undefined, { signal }).catch(() => undefined);
      }
    },
    /** Counts a subscription until the returned function is called. Throws when there are too many. */
    openSubscription() {
      if (subscriptions >= maxSubscriptions) {
        throw tooMany('Too many subscriptions on one connection.', retryAfter);
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

/** Who reads a subscription: over which socket, and until when. */
export interface Subscriber {
  connection: Connection | undefined;
  signal: AbortSignal;
}

/** Where the events of a subscription come from. */
export interface SubscriptionSource<Event> {
  /**
   * What comes next; nothing means: sleep until woken. Called again, with growing pauses, when it
   * fails, so that a subscription outlives a restart of the database. A TRPCError or TypeError ends it.
   */
  next(): Promise<Event[]>;
  close(): void;
}

/**
 * The loop of every subscription: listen, then read, then yield, then sleep. `open` starts
 * listening and calls `wake` whenever there may be something to read. Ends with `signal`. Throws
 * TOO_MANY_REQUESTS when the connection has too many subscriptions.
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
  // Opened before the first read, so that what is committed after that read wakes us.
  const source = open(wake);
  try {
    while (!signal.aborted) {
      isWoken = false;
      const events = await retried(() => source.next(), { signal, log });
      for (const event of events) {
        if (connection?.isCongested()) await connection.drained(signal);
        if (signal.aborted) return;
        yield event;
      }
      if (events.length === 0 && !isWoken) {
        await new Promise<void>((resolve) => {
          endSleep = resolve;
        });
      }
    }
  } finally {
    source.close();
    release?.();
  }
}

/** What `read` returns once it succeeds; nothing when `signal` ends the attempts. */
async function retried<Event>(
  read: () => Promise<Event[]>,
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<Event[]> {
  let failure: unknown;
  // Most reads succeed, and preparing to try again takes longer than they do.
  try {
    return await read();
  } catch (error) {
    failure = error;
  }
  try {
    return await pRetry(
      async (attempt) => {
        if (attempt === 1) throw failure;
        return read();
      },
      {
        signal,
        retries: Infinity,
        minTimeout: 100,
        maxTimeout: 5_000,
        // All readers fail at the same moment, and must not all come back at the same moment.
        randomize: true,
        shouldRetry: ({ error }) => !(error instanceof TRPCError),
        onFailedAttempt({ error, attemptNumber }) {
          if (attemptNumber === 1) log.debug({ err: error }, 'A read failed; trying again.');
        },
      },
    );
  } catch (error) {
    if (signal.aborted) return [];
    throw error;
  }
}

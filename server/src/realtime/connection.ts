import { setTimeout as pause } from 'node:timers/promises';
import { TRPCError } from '@trpc/server';
import type { WebSocket } from 'ws';
import { AppError } from '../errors.ts';

/** The WebSocket that a subscription answers over. */
export interface Connection {
  /** True while more is waiting to go out than a reader that keeps up would leave. */
  isCongested(): boolean;
  /** Resolves when there is room again. A reader that makes none for some seconds is cut off. */
  drained(signal: AbortSignal): Promise<void>;
  /** Counts a subscription until the returned function is called. Throws when there are too many. */
  openSubscription(): () => void;
}

/** Bytes that may wait to go out, and for how long more than that before the socket is cut. */
const maxBuffered = 1024 * 1024;
const patienceMs = 10_000;
const lookEveryMs = 50;
/** Enough for several tabs' worth; a page opens three. */
const maxSubscriptions = 20;
/** Seconds after which some of them may have ended. */
const retryAfter = 10;

export function createConnection(socket: WebSocket): Connection {
  let subscriptions = 0;
  const isCongested = () => socket.bufferedAmount > maxBuffered;
  return {
    isCongested,
    async drained(signal) {
      const until = Date.now() + patienceMs;
      while (isCongested() && !signal.aborted) {
        if (Date.now() > until) socket.terminate();
        await pause(lookEveryMs, undefined, { signal }).catch(() => undefined);
      }
    },
    openSubscription() {
      if (subscriptions >= maxSubscriptions) {
        throw tooMany('Too many subscriptions on one connection.', retryAfter);
      }
      subscriptions++;
      return () => void subscriptions--;
    },
  };
}

/** A 429 for code that runs outside of the procedures' middlewares. */
export function tooMany(message: string, retryAfter: number): TRPCError {
  const cause = new AppError('TOO_MANY_REQUESTS', message, { retryAfter });
  return new TRPCError({ code: cause.code, message, cause });
}

import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import type { AppContext } from '../app-context.ts';
import type { Connection } from './connection.ts';
import { retry } from './retry.ts';

/** Whose view of others is followed, whom they may see, over what, and until when. */
export interface PresenceRequest {
  userId: string;
  /** The people whose coming and going the user may see, as of now. */
  findPeople(): Promise<string[]>;
  connection: Connection | undefined;
  signal: AbortSignal;
}

/** Events that wait for a slow reader; older ones give way, as they are soon untrue anyway. */
const maxWaiting = 200;
/** How often at most the people are looked up again while messages come in. */
const lookUpPauseMs = 15_000;
/** How often at least, less up to a third: who was blocked must learn of it without being told. */
const usuallyLookUpEveryMs = 60_000;

/**
 * Typing in the user's conversations, and who of the people in them is online: first those who are,
 * then each change. Nothing is stored, so nothing is replayed.
 */
export async function* followPresence(
  { hub, log }: Pick<AppContext, 'hub' | 'log'>,
  request: PresenceRequest,
  { lookUpEveryMs = usuallyLookUpEveryMs } = {},
): AsyncGenerator<PresenceEvent, void> {
  const { userId, findPeople, connection, signal } = request;
  const close = connection?.openSubscription();
  const waiting: PresenceEvent[] = [];
  let ring: (() => void) | null = null;
  const wakeUp = () => ring?.();
  signal.addEventListener('abort', wakeUp, { once: true });
  const subscription = hub.presence.subscribe(userId, (event) => {
    waiting.push(event);
    if (waiting.length > maxWaiting) waiting.shift();
    wakeUp();
  });
  // A new message may be the first one of a new conversation, with somebody not watched yet.
  let lookUp = true;
  let lookedUp = 0;
  let timer: NodeJS.Timeout | null = null;
  const lookUpNow = () => {
    lookUp = true;
    wakeUp();
  };
  const lookUpSoon = () => {
    timer ??= setTimeout(lookUpNow, Math.max(0, lookedUp + lookUpPauseMs - Date.now()));
  };
  const regularly = setInterval(lookUpNow, lookUpEveryMs * (1 - Math.random() / 3));
  const unfollow = hub.follow(userId, {
    position: null,
    wake: lookUpSoon,
    // Somebody was blocked, or is no more.
    offer: ({ event }) => (event.type === 'conversation' ? lookUpNow() : lookUpSoon()),
  });
  try {
    while (!signal.aborted) {
      if (lookUp) {
        lookUp = false;
        if (timer) clearTimeout(timer);
        timer = null;
        lookedUp = Date.now();
        subscription.watch((await retry(findPeople, { signal, log })) ?? []);
      }
      for (let event = waiting.shift(); event && !signal.aborted; event = waiting.shift()) {
        if (connection?.isCongested()) await connection.drained(signal);
        yield event;
      }
      if (waiting.length === 0 && !lookUp && !signal.aborted) {
        await new Promise<void>((resolve) => {
          ring = resolve;
        });
      }
    }
  } finally {
    unfollow();
    clearInterval(regularly);
    if (timer) clearTimeout(timer);
    subscription.close();
    close?.();
  }
}

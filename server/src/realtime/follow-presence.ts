import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import type { AppContext } from '../app-context.ts';
import { subscribe, type Subscriber } from './subscribe.ts';

/** `findPeople` returns the people whom the user may see online at this moment. */
type PresenceRequest = Subscriber & { userId: string; findPeople(): Promise<string[]> };

/** The shortest time between two look-ups of the people while messages arrive. */
const lookUpPauseMs = 15_000;

/**
 * Yields typing in the user's conversations and the online status of the people in them: first
 * everyone who is online, then each change. Throws whatever `subscribe` throws.
 */
export function followPresence(
  ctx: Pick<AppContext, 'hub' | 'log'>,
  request: PresenceRequest,
  { lookUpEveryMs = 60_000 } = {},
): AsyncGenerator<PresenceEvent, void> {
  const { userId, findPeople } = request;
  return subscribe(ctx, request, (wake) => {
    const waiting: PresenceEvent[] = [];
    let isLookUpDue = true;
    let lookedUpAt = 0;
    let timer: NodeJS.Timeout | undefined;
    const lookUpNow = () => {
      isLookUpDue = true;
      wake();
    };
    const lookUpSoon = () => {
      timer ??= setTimeout(lookUpNow, Math.max(0, lookedUpAt + lookUpPauseMs - Date.now()));
    };
    const lookUp = async () => {
      clearTimeout(timer);
      timer = undefined;
      lookedUpAt = Date.now();
      // Cleared before the look-up, so that an event during the look-up triggers another one.
      isLookUpDue = false;
      try {
        subscription.watch(await findPeople());
      } catch (error) {
        isLookUpDue = true;
        throw error;
      }
    };
    // A blocked user gets no event, and only a look-up notices the block.
    const regularly = setInterval(lookUpNow, lookUpEveryMs * (1 - Math.random() / 3));
    const subscription = ctx.hub.presence.subscribe(userId, (event) => {
      waiting.push(event);
      // A slow reader loses the oldest events, which are soon stale.
      if (waiting.length > 200) waiting.shift();
      wake();
    });
    const unfollow = ctx.hub.follow(userId, {
      position: null,
      // A new message may begin a conversation with a person who is not watched yet.
      wake: lookUpSoon,
      // After a block or a deletion, the other person must disappear at once.
      offer: ({ event }) => (event.type === 'conversation' ? lookUpNow() : lookUpSoon()),
    });
    return {
      async next() {
        if (isLookUpDue) await lookUp();
        return waiting.splice(0);
      },
      close() {
        unfollow();
        clearInterval(regularly);
        clearTimeout(timer);
        subscription.close();
      },
    };
  });
}

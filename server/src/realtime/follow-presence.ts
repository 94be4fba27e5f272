import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import type { AppContext } from '../app-context.ts';
import { subscribe, type Subscriber } from './subscribe.ts';

/** Who follows others, and whom they may see. */
interface PresenceRequest extends Subscriber {
  userId: string;
  /** The people whom the user may see online, as of now. */
  findPeople(): Promise<string[]>;
}

/** Events that wait for a slow reader; older ones are dropped, as they are soon outdated anyway. */
const maxWaiting = 200;
/** How often at most the people are looked up while messages come in. */
const lookUpPauseMs = 15_000;
/** How often at least, less up to a third: someone who was blocked gets no event, and must notice. */
const defaultLookUpEveryMs = 60_000;

/**
 * Typing in the user's conversations, and who of the people in them is online: first those who are,
 * then each change. Nothing is stored, so nothing is replayed. Throws as `subscribe`.
 */
export function followPresence(
  ctx: Pick<AppContext, 'hub' | 'log'>,
  request: PresenceRequest,
  { lookUpEveryMs = defaultLookUpEveryMs } = {},
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
      // Set before the look-up: what happens meanwhile asks for another one.
      isLookUpDue = false;
      try {
        subscription.watch(await findPeople());
      } catch (error) {
        isLookUpDue = true;
        throw error;
      }
    };
    const regularly = setInterval(lookUpNow, lookUpEveryMs * (1 - Math.random() / 3));
    const subscription = ctx.hub.presence.subscribe(userId, (event) => {
      waiting.push(event);
      if (waiting.length > maxWaiting) waiting.shift();
      wake();
    });
    const unfollow = ctx.hub.follow(userId, {
      position: null,
      // A new message may be the first of a new conversation, with someone who is not watched yet.
      wake: lookUpSoon,
      // After a block or a deletion, someone must not be shown any longer.
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

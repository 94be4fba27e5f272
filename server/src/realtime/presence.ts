import * as z from 'zod';
import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import { createOpenSockets } from './open-sockets.ts';
import { createPresenceRegistry } from './presence-registry.ts';
import {
  createPresenceSubscriptions,
  type PresenceSubscription,
} from './presence-subscriptions.ts';

type Typing = Extract<PresenceEvent, { type: 'typing' }>;

/** What has reached a page of `userId`, and who is to know: the other person of the conversation. */
export interface DeliveredMark {
  to: string;
  conversationId: string;
  userId: string;
  upToSeq: number;
}

const from = z.string();

/** What instances tell each other about people. `from` names the instance. */
export const presenceMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('typing'),
    from,
    to: z.string(),
    conversationId: z.string(),
    userId: z.string(),
    until: z.string(),
  }),
  z.object({
    type: z.literal('delivered'),
    from,
    marks: z.array(z.tuple([z.string(), z.string(), z.string(), z.number()])),
  }),
  z.object({
    type: z.literal('online'),
    from,
    users: z.array(z.tuple([z.string(), z.number()])),
    round: z.number(),
    last: z.boolean(),
  }),
  z.object({ type: z.literal('offline'), from, userId: z.string() }),
  /** The user has decided whether others see them online. */
  z.object({ type: z.literal('show'), from, userId: z.string(), isShown: z.boolean() }),
  /** A sign of life with the number of users there: by it others notice what they missed. */
  z.object({ type: z.literal('alive'), from, count: z.number() }),
  /** Asks every instance for all its users. */
  z.object({ type: z.literal('ask'), from }),
]);
export type PresenceMessage = z.output<typeof presenceMessage>;

/** Who is online and who is typing. Nothing of it is stored; instances tell each other. */
export interface Presence {
  /** A socket of the user opened, who is not seen yet; call what is returned once when it closed. */
  connected(userId: string): () => void;
  /** The user lets others see them online from now on, or not any more: at every instance. */
  show(userId: string, isShown: boolean): void;
  /** As `show`, at this instance alone: what the database said at `readAt`, a `now()` before asking. */
  showHere(userId: string, isShown: boolean, readAt: number): void;
  /** Moves on with every decision of a user, so that none is undone by what was read before it. */
  now(): number;
  /** Tells the user `to` that somebody types. */
  tellTyping(to: string, event: Typing): void;
  /** Tells each mark to whom it is for, at every instance. */
  tellDelivered(marks: DeliveredMark[]): void;
  /** Gives what is meant for `userId`, and coming and going of those whom it watches. */
  subscribe(userId: string, listener: (event: PresenceEvent) => void): PresenceSubscription;
  receive(message: PresenceMessage): void;
  /** After messages may have been missed: asks for everybody's users and tells one's own. */
  exchange(): void;
  /** To be called every 15 seconds. */
  tick(): void;
  close(): void;
}

/** An instance not heard of for so long has ended. */
const silenceMs = 50_000;
/** Users in one message: 56 bytes each, under the limit of the bus. */
const perMessage = 120;
/** Marks in one message: some 135 bytes each. */
const marksPerMessage = 50;

/** `send` brings a message to the other instances; it may get lost. */
export function createPresence(
  instance: string,
  send: (message: PresenceMessage) => void,
): Presence {
  const registry = createPresenceRegistry((userId, since) =>
    subscriptions.tellOnline(userId, since),
  );
  const subscriptions = createPresenceSubscriptions(registry.since);
  const sockets = createOpenSockets({
    appear(userId) {
      registry.addHere(userId);
      const since = registry.since(userId) ?? Date.now();
      send({ type: 'online', from: instance, users: [[userId, since]], round, last: false });
    },
    vanish(userId) {
      registry.removeHere(userId);
      send({ type: 'offline', from: instance, userId });
    },
  });
  let round = 1;
  const sendAll = () => {
    round++;
    const all = registry.allHere();
    for (let at = 0; at === 0 || at < all.length; at += perMessage) {
      const users = all.slice(at, at + perMessage);
      const last = at + perMessage >= all.length;
      send({ type: 'online', from: instance, users, round, last });
    }
  };
  const tellMark = ({ to, ...mark }: DeliveredMark) =>
    subscriptions.tell(to, { type: 'delivered', ...mark });

  return {
    connected: sockets.opened,
    show(userId, isShown) {
      sockets.show(userId, isShown);
      send({ type: 'show', from: instance, userId, isShown });
    },
    showHere: sockets.show,
    now: sockets.now,
    tellTyping(to, event) {
      subscriptions.tell(to, event);
      send({ ...event, from: instance, to });
    },
    tellDelivered(marks) {
      marks.forEach(tellMark);
      for (let at = 0; at < marks.length; at += marksPerMessage) {
        const some = marks.slice(at, at + marksPerMessage);
        send({ type: 'delivered', from: instance, marks: some.map(tupleOf) });
      }
    },
    subscribe: subscriptions.add,
    receive(message) {
      if (message.type === 'typing') {
        const { to, conversationId, userId, until } = message;
        subscriptions.tell(to, { type: 'typing', conversationId, userId, until });
      } else if (message.type === 'delivered') message.marks.map(markOf).forEach(tellMark);
      else if (message.type === 'show') sockets.show(message.userId, message.isShown);
      else if (message.type === 'online') registry.addElsewhere(message.from, message);
      else if (message.type === 'offline') registry.removeElsewhere(message.from, message.userId);
      else if (message.type === 'ask') sendAll();
      else if (registry.countElsewhere(message.from) !== message.count) {
        send({ type: 'ask', from: instance });
      }
    },
    exchange() {
      send({ type: 'ask', from: instance });
      sendAll();
    },
    tick() {
      send({ type: 'alive', from: instance, count: registry.allHere().length });
      registry.dropSilent(silenceMs);
    },
    close() {
      sockets.close();
      send({ type: 'online', from: instance, users: [], round: round + 1, last: true });
    },
  };
}

type MarkTuple = [to: string, conversationId: string, userId: string, upToSeq: number];

function tupleOf({ to, conversationId, userId, upToSeq }: DeliveredMark): MarkTuple {
  return [to, conversationId, userId, upToSeq];
}

function markOf([to, conversationId, userId, upToSeq]: MarkTuple): DeliveredMark {
  return { to, conversationId, userId, upToSeq };
}

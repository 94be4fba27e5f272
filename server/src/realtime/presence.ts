import * as z from 'zod';
import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import { createGroups } from './groups.ts';
import { createPresenceRegistry } from './presence-registry.ts';

type Typing = Extract<PresenceEvent, { type: 'typing' }>;

/** Messages that have reached a page of `userId`. `to` is the other person in the conversation. */
const deliveredMark = z.object({
  to: z.string(),
  conversationId: z.string(),
  userId: z.string(),
  upToSeq: z.number(),
});
export type DeliveredMark = z.output<typeof deliveredMark>;

export const presenceMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('typing'),
    to: z.string(),
    conversationId: z.string(),
    userId: z.string(),
    until: z.string(),
  }),
  z.object({ type: z.literal('delivered'), marks: z.array(deliveredMark) }),
  z.object({
    type: z.literal('online'),
    users: z.array(z.tuple([z.string(), z.number()])),
    round: z.number(),
    last: z.boolean(),
  }),
  z.object({ type: z.literal('offline'), userId: z.string() }),
  /** The user has turned their online status on or off. */
  z.object({ type: z.literal('show'), userId: z.string(), isShown: z.boolean() }),
  /** A heartbeat. `count` is the sender's number of users, so that others notice lost messages. */
  z.object({ type: z.literal('alive'), count: z.number() }),
  /** Requests the full user list of every instance. */
  z.object({ type: z.literal('ask') }),
]);
type PresenceMessage = z.output<typeof presenceMessage>;

/** A user takes 56 bytes, so that a message fits the bus. */
const usersPerMessage = 120;
/** A mark takes up to 185 bytes. */
const marksPerMessage = 40;

/** Tracks who is online and who types. Nothing is stored, and messages of `send` may be lost. */
export function createPresence(send: (message: PresenceMessage) => void) {
  const registry = createPresenceRegistry((userId, since) =>
    subscriptions.announceOnline(userId, since),
  );
  const subscriptions = createSubscriptions(registry.since);
  const sockets = createOpenSockets({
    onShown(userId) {
      registry.addHere(userId);
      const since = registry.since(userId) ?? Date.now();
      send({ type: 'online', users: [[userId, since]], round, last: false });
    },
    onHidden(userId) {
      registry.removeHere(userId);
      send({ type: 'offline', userId });
    },
  });
  let round = 1;
  const sendAll = () => {
    round++;
    const all = registry.allHere();
    for (let at = 0; at === 0 || at < all.length; at += usersPerMessage) {
      const users = all.slice(at, at + usersPerMessage);
      send({ type: 'online', users, round, last: at + usersPerMessage >= all.length });
    }
  };
  const notifyOfMark = ({ to, ...mark }: DeliveredMark) =>
    subscriptions.notify(to, { type: 'delivered', ...mark });

  return {
    /** Records an open socket, invisible until `show`. Call the result when the socket closes. */
    connected: sockets.opened,
    /** Shows or hides the user's online status at every instance. */
    show(userId: string, isShown: boolean) {
      sockets.show(userId, isShown);
      send({ type: 'show', userId, isShown });
    },
    /** Works like `show`, at this instance only. `readAt` is `now()` from before the read. */
    showHere: sockets.show,
    /** Returns a counter of changes, so that an older read does not override a newer change. */
    now: sockets.now,
    /** Notifies the user `to` that another user is typing. */
    announceTyping(to: string, event: Typing) {
      subscriptions.notify(to, event);
      send({ ...event, to });
    },
    /** Sends each mark to its user, at every instance. */
    announceDelivered(marks: DeliveredMark[]) {
      marks.forEach(notifyOfMark);
      for (let at = 0; at < marks.length; at += marksPerMessage) {
        send({ type: 'delivered', marks: marks.slice(at, at + marksPerMessage) });
      }
    },
    /** Calls `listener` with events for `userId` and with changes of the users it watches. */
    subscribe: subscriptions.add,
    receive(instance: string, message: PresenceMessage) {
      if (message.type === 'typing') {
        const { to, ...event } = message;
        subscriptions.notify(to, event);
      } else if (message.type === 'delivered') message.marks.forEach(notifyOfMark);
      else if (message.type === 'show') sockets.show(message.userId, message.isShown);
      else if (message.type === 'online') registry.addElsewhere(instance, message);
      else if (message.type === 'offline') registry.removeElsewhere(instance, message.userId);
      else if (message.type === 'ask') sendAll();
      else if (registry.countElsewhere(instance) !== message.count) send({ type: 'ask' });
    },
    /** Exchanges full user lists with all instances, after messages may have been lost. */
    exchange() {
      send({ type: 'ask' });
      sendAll();
    },
    /** Sends a heartbeat and drops silent instances. Call it every 15 seconds. */
    tick() {
      send({ type: 'alive', count: registry.allHere().length });
      // An instance that is silent for so long has missed three heartbeats.
      registry.dropSilent(50_000);
    },
    close() {
      sockets.close();
      send({ type: 'online', users: [], round: round + 1, last: true });
    },
  };
}

type Watcher = { watched: Set<string>; listener: (event: PresenceEvent) => void };

/** `sinceOf` returns null for a user who is offline. */
function createSubscriptions(sinceOf: (userId: string) => number | null) {
  const watchers = createGroups<Watcher>();
  const online = (userId: string, since: number | null): PresenceEvent => ({
    type: 'online',
    userId,
    since: since === null ? null : new Date(since).toISOString(),
  });
  return {
    add(userId: string, listener: Watcher['listener']) {
      const watcher: Watcher = { watched: new Set(), listener };
      return {
        /** Watches exactly these users. Announces new ones if online, and removed ones as offline. */
        watch(userIds: Iterable<string>) {
          const before = watcher.watched;
          watcher.watched = new Set(userIds);
          for (const other of watcher.watched.difference(before)) {
            const since = sinceOf(other);
            if (since !== null) listener(online(other, since));
          }
          for (const other of before.difference(watcher.watched)) {
            if (sinceOf(other) !== null) listener(online(other, null));
          }
        },
        close: watchers.add(userId, watcher),
      };
    },
    notify(to: string, event: PresenceEvent) {
      for (const { listener } of watchers.of(to)) listener(event);
    },
    /** Announces a user's status. `since` is in epoch milliseconds, or null for offline. */
    announceOnline(userId: string, since: number | null) {
      for (const key of watchers.keys()) {
        for (const { watched, listener } of watchers.of(key)) {
          if (watched.has(userId)) listener(online(userId, since));
        }
      }
    },
  };
}

type OpenSockets = { count: number; isShown: boolean; decidedAt: number; leaving?: NodeJS.Timeout };

/** Counts each user's sockets at this instance and stores whether the user is visible as online. */
function createOpenSockets(on: { onShown(userId: string): void; onHidden(userId: string): void }) {
  const byUser = new Map<string, OpenSockets>();
  let now = 0;
  /** Does nothing if the user has no socket here, or changed the setting after `readAt`. */
  const show = (userId: string, isShown: boolean, readAt = Infinity) => {
    const sockets = byUser.get(userId);
    if (!sockets || sockets.decidedAt > readAt) return;
    if (readAt === Infinity) sockets.decidedAt = ++now;
    if (sockets.isShown === isShown) return;
    sockets.isShown = isShown;
    if (isShown) on.onShown(userId);
    else on.onHidden(userId);
  };
  const leave = (userId: string) => {
    show(userId, false);
    byUser.delete(userId);
  };
  return {
    show,
    now: () => now,
    opened(userId: string) {
      const none: OpenSockets = { count: 0, isShown: false, decidedAt: 0 };
      const sockets = byUser.get(userId) ?? none;
      byUser.set(userId, sockets);
      clearTimeout(sockets.leaving);
      sockets.count++;
      return () => {
        // Within this time, a reload goes unnoticed.
        if (--sockets.count === 0) sockets.leaving = setTimeout(leave, 5_000, userId);
      };
    },
    close() {
      for (const { leaving } of byUser.values()) clearTimeout(leaving);
      byUser.clear();
    },
  };
}

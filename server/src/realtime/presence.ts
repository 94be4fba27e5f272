import * as z from 'zod';
import type { PresenceEvent } from '@marketplace/shared/messaging/views';
import { createRoster } from './roster.ts';

type Typing = Extract<PresenceEvent, { type: 'typing' }>;

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
    type: z.literal('online'),
    from,
    users: z.array(z.tuple([z.string(), z.number()])),
    round: z.number(),
    last: z.boolean(),
  }),
  z.object({ type: z.literal('offline'), from, userId: z.string() }),
  /** A sign of life with the number of users there: by it others notice what they missed. */
  z.object({ type: z.literal('alive'), from, count: z.number() }),
  /** Asks every instance for all its users. */
  z.object({ type: z.literal('ask'), from }),
]);
export type PresenceMessage = z.output<typeof presenceMessage>;

/** Who is online and who is typing. Nothing of it is stored; instances tell each other. */
export interface Presence {
  /** A socket of the user opened; call what is returned once when it closed. */
  connected(userId: string): () => void;
  /** Tells the user `to` that somebody types. */
  tellTyping(to: string, event: Typing): void;
  /** Gives typing meant for `userId`, and coming and going of those whom it watches. */
  subscribe(userId: string, listener: (event: PresenceEvent) => void): PresenceSubscription;
  receive(message: PresenceMessage): void;
  /** After messages may have been missed: asks for everybody's users and tells one's own. */
  exchange(): void;
  /** To be called every 15 seconds. */
  tick(): void;
  close(): void;
}

export interface PresenceSubscription {
  /** From now on these and nobody else are watched; those online are told of at once. */
  watch(userIds: Iterable<string>): void;
  close(): void;
}

/** Somebody who reloads the page does not go offline in between. */
const graceMs = 5_000;
/** An instance not heard of for so long has ended. */
const silenceMs = 50_000;
/** Users in one message: 56 bytes each, under the limit of the bus. */
const perMessage = 120;

/** `send` brings a message to the other instances; it may get lost. */
export function createPresence(
  instance: string,
  send: (message: PresenceMessage) => void,
): Presence {
  const watchers = createWatchers();
  const roster = createRoster(watchers.tellOnline);
  const sockets = countSockets({
    onFirst(userId) {
      roster.addHere(userId);
      const since = roster.since(userId) ?? Date.now();
      send({ type: 'online', from: instance, users: [[userId, since]], round, last: false });
    },
    onNone(userId) {
      roster.removeHere(userId);
      send({ type: 'offline', from: instance, userId });
    },
  });
  let round = 1;
  const sendAll = () => {
    round++;
    const all = roster.allHere();
    for (let at = 0; at === 0 || at < all.length; at += perMessage) {
      const users = all.slice(at, at + perMessage);
      const last = at + perMessage >= all.length;
      send({ type: 'online', from: instance, users, round, last });
    }
  };

  return {
    connected: sockets.opened,
    tellTyping(to, event) {
      watchers.tellTyping(to, event);
      send({ ...event, from: instance, to });
    },
    subscribe: (userId, listener) => watchers.add({ userId, listener, since: roster.since }),
    receive(message) {
      if (message.type === 'typing') {
        const { to, conversationId, userId, until } = message;
        watchers.tellTyping(to, { type: 'typing', conversationId, userId, until });
      } else if (message.type === 'online') roster.addElsewhere(message.from, message);
      else if (message.type === 'offline') roster.removeElsewhere(message.from, message.userId);
      else if (message.type === 'ask') sendAll();
      else if (roster.countElsewhere(message.from) !== message.count) {
        send({ type: 'ask', from: instance });
      }
    },
    exchange() {
      send({ type: 'ask', from: instance });
      sendAll();
    },
    tick() {
      send({ type: 'alive', from: instance, count: roster.allHere().length });
      roster.dropSilent(silenceMs);
    },
    close() {
      sockets.close();
      send({ type: 'online', from: instance, users: [], round: round + 1, last: true });
    },
  };
}

interface Watcher {
  watched: Set<string>;
  listener: (event: PresenceEvent) => void;
}

/** The subscriptions of this instance, by whose they are. */
function createWatchers() {
  const byUser = new Map<string, Set<Watcher>>();
  return {
    add(of: {
      userId: string;
      listener: Watcher['listener'];
      since: (userId: string) => number | null;
    }): PresenceSubscription {
      const { userId, listener, since } = of;
      const watcher: Watcher = { watched: new Set(), listener };
      const group = byUser.get(userId) ?? new Set();
      byUser.set(userId, group.add(watcher));
      return {
        watch(userIds) {
          const before = watcher.watched;
          watcher.watched = new Set(userIds);
          for (const other of watcher.watched) {
            const time = before.has(other) ? null : since(other);
            if (time !== null) listener(onlineEvent(other, time));
          }
        },
        close() {
          group.delete(watcher);
          if (group.size === 0 && byUser.get(userId) === group) byUser.delete(userId);
        },
      };
    },
    tellTyping(to: string, event: Typing) {
      for (const { listener } of byUser.get(to) ?? []) listener(event);
    },
    tellOnline(userId: string, since: number | null) {
      for (const group of byUser.values()) {
        for (const { watched, listener } of group) {
          if (watched.has(userId)) listener(onlineEvent(userId, since));
        }
      }
    },
  };
}

function onlineEvent(userId: string, since: number | null): PresenceEvent {
  return { type: 'online', userId, since: since === null ? null : new Date(since).toISOString() };
}

/** Counts each user's sockets; a user without any is gone only after a while. */
function countSockets(on: { onFirst(userId: string): void; onNone(userId: string): void }) {
  const counts = new Map<string, { open: number; leaving: NodeJS.Timeout | null }>();
  return {
    opened(userId: string): () => void {
      const count = counts.get(userId) ?? { open: 0, leaving: null };
      if (count.leaving) clearTimeout(count.leaving);
      count.leaving = null;
      count.open++;
      if (!counts.has(userId)) {
        counts.set(userId, count);
        on.onFirst(userId);
      }
      return () => {
        if (--count.open > 0) return;
        count.leaving = setTimeout(() => {
          counts.delete(userId);
          on.onNone(userId);
        }, graceMs);
      };
    },
    close() {
      for (const { leaving } of counts.values()) if (leaving) clearTimeout(leaving);
      counts.clear();
    },
  };
}

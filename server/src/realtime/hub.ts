import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { Bus } from '../platform/bus/bus.ts';
import { type AdminEventBus, adminMessage, createAdminEventBus } from './admin-events.ts';
import { createDeliveries, type Deliveries } from './deliveries.ts';
import type { StoredEntry } from './feed.ts';
import { createFollowers, type Follower } from './followers.ts';
import { createPresence, type Presence, presenceMessage } from './presence.ts';

/** What the rest of the server tells the realtime part. All calls return at once and never throw. */
export interface Hub {
  /** After a commit: these users have new events in their feed. Gathered and sent to all instances. */
  wake(userIds: Iterable<string>): void;
  /** As `wake`, with the events themselves: readers at this instance need not fetch them. */
  deliver(entries: StoredEntry[]): void;
  /** These sessions were revoked: their sockets close within a second, on every instance. */
  closeSessions(sessionIds: Iterable<string>): void;
  /** Tells `follower` of new events of the user until the returned function is called. */
  follow(userId: string, follower: Follower): () => void;
  /** Tells which sessions were revoked, here or at another instance. */
  onSessionsClosed(handler: (sessionIds: string[]) => void): () => void;
  /** What is new for admins. */
  admin: AdminEventBus;
  presence: Presence;
  deliveries: Deliveries;
  /** Sends what is under way and ends. To be called before the bus is closed. */
  close(): Promise<void>;
}

/** What instances tell each other. `from` names the instance, which has acted on it already. */
const hubMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('wake'), from: z.string(), userIds: z.array(z.string()) }),
  z.object({ type: z.literal('close'), from: z.string(), sessionIds: z.array(z.string()) }),
  adminMessage,
  presenceMessage,
]);

type HubMessage = z.output<typeof hubMessage>;

/** How often all positions are compared with the database, should a wake-up have been lost. */
const defaultTickMs = 15_000;
/** Ids in one message: 39 bytes each, under the limit of the bus. */
const idsPerMessage = 180;

interface HubContext {
  bus: Bus;
  db: Db;
  log: Logger;
  tickMs?: number | undefined;
}

/** The hub of this instance: who follows which feed here, and the wake-ups between instances. */
export function createHub({ bus, db, log, tickMs = defaultTickMs }: HubContext): Hub {
  const from = randomUUID();
  const followers = createFollowers();
  const closeHandlers = new Set<(sessionIds: string[]) => void>();
  const sender = createSender(bus, log);
  const outbox = createOutbox(idsPerMessage, (userIds) =>
    sender.send({ type: 'wake', from, userIds }),
  );
  const presence = createPresence(from, (message) => void sender.send(message));
  const deliveries = createDeliveries({ db, log }, presence.tellDelivered);
  const admin = createAdminEventBus({ db, log }, (news) => {
    void sender.send({ type: 'admin', from, news });
  });
  const closeHere = (sessionIds: string[]) => {
    for (const handler of closeHandlers) handler(sessionIds);
  };

  const unsubscribe = bus.subscribe({
    onMessage(text) {
      const message = parseMessage(text);
      if (!message || message.from === from) return;
      if (message.type === 'wake') message.userIds.forEach(followers.wake);
      else if (message.type === 'close') closeHere(message.sessionIds);
      else if (message.type === 'admin') admin.receive(message.news);
      else presence.receive(message);
    },
    onGap() {
      followers.wakeAll();
      presence.exchange();
      admin.look();
    },
  });
  const tick = setInterval(() => {
    presence.tick();
    admin.look();
    followers.wakeWhoIsBehind(db).catch((error: unknown) => {
      log.warn({ err: error }, 'The feeds could not be compared with the database.');
    });
  }, tickMs);

  return {
    admin,
    presence,
    deliveries,
    follow: followers.add,
    wake(userIds) {
      for (const userId of userIds) {
        followers.wake(userId);
        outbox.add(userId);
      }
    },
    deliver(entries) {
      for (const entry of entries) {
        followers.offer(entry);
        outbox.add(entry.userId);
      }
    },
    closeSessions(sessionIds) {
      const ids = [...sessionIds];
      closeHere(ids);
      for (let at = 0; at < ids.length; at += idsPerMessage) {
        const some = ids.slice(at, at + idsPerMessage);
        void sender.send({ type: 'close', from, sessionIds: some });
      }
    },
    onSessionsClosed(handler) {
      closeHandlers.add(handler);
      return () => void closeHandlers.delete(handler);
    },
    async close() {
      clearInterval(tick);
      unsubscribe();
      await deliveries.close();
      presence.close();
      await admin.close();
      await outbox.close();
      await sender.idle();
    },
  };
}

function parseMessage(text: string): HubMessage | null {
  try {
    return hubMessage.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Others may use the bus too, for what is none of ours.
    return null;
  }
}

/** Publishes and forgets: a message that is lost costs time and nothing else. */
function createSender(bus: Bus, log: Logger) {
  const underWay = new Set<Promise<void>>();
  return {
    send(message: HubMessage): Promise<void> {
      const sent = bus
        .publish(JSON.stringify(message))
        .catch((error: unknown) => {
          log.warn({ err: error, type: message.type }, 'A message to other instances was lost.');
        })
        .finally(() => underWay.delete(sent));
      underWay.add(sent);
      return sent;
    },
    async idle(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

/** Wake-ups on their way to the other instances. */
interface Outbox {
  add(userId: string): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** How long users are gathered, so that a busy server sends one message and not hundreds. */
const gatherMs = 15;

/**
 * Gathers users and gives them to `publish`, at most `perMessage` and one batch at a time: while one is under way the
 * next grows, so that a slow bus gets fewer and fuller messages.
 */
function createOutbox(perMessage: number, publish: (userIds: string[]) => Promise<void>): Outbox {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let sending = Promise.resolve();

  const flush = async () => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, perMessage);
      for (const userId of batch) waiting.delete(userId);
      await publish(batch);
    }
    timer = null;
  };
  return {
    add(userId) {
      waiting.add(userId);
      timer ??= setTimeout(() => {
        sending = flush();
      }, gatherMs);
    },
    async close() {
      if (timer) clearTimeout(timer);
      await sending;
      await flush();
    },
  };
}

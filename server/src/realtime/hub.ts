import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { Bus } from '../platform/bus/bus.ts';
import { adminMessage, createAdminEventBus } from './admin-events.ts';
import { createCollector } from './collector.ts';
import { createDeliveries } from './deliveries.ts';
import type { StoredEntry } from './feed.ts';
import { createGroups, type Groups } from './groups.ts';
import { createListingWatch } from './listing-watch.ts';
import { createPresence, presenceMessage } from './presence.ts';

export type Hub = ReturnType<typeof createHub>;

/** A reader of one user's feed at this instance. */
interface Follower {
  /** The position of the last event passed on. Null if any event only wakes the follower. */
  position: number | null;
  /** Called when the database has events that were not offered. */
  wake(): void;
  offer(entry: StoredEntry): void;
}

const hubMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('wake'), userIds: z.array(z.string()) }),
  z.object({ type: z.literal('close'), sessionIds: z.array(z.string()) }),
  z.object({ type: z.literal('listings'), ids: z.array(z.string()) }),
  adminMessage,
  presenceMessage,
]);

type HubMessage = z.output<typeof hubMessage>;

/** The instance `from` has handled the message locally and ignores it. */
const envelope = z.object({ from: z.string(), message: hubMessage });

const comparedAtOnce = 1_000;
/** An id takes 39 bytes, so that a message fits the bus. */
const idsPerMessage = 180;

/** Every `tickMs`, positions are compared with the database, in case a wake-up was lost. */
type HubContext = { bus: Bus; db: Db; log: Logger; tickMs?: number | undefined };

/**
 * Creates the hub, through which the server reaches open pages. The hub knows who follows which
 * feed and who watches which listing at this instance, and exchanges wake-ups with other instances.
 * All calls return at once and never throw.
 */
export function createHub({ bus, db, log, tickMs = 15_000 }: HubContext) {
  const from = randomUUID();
  const followers = createGroups<Follower>();
  const { send, sent } = createSender({ bus, log }, from);
  const wakeUps = createCollector<string>({
    // Users are collected first, so that a busy server sends few wake-up messages.
    delayMs: 15,
    perBatch: idsPerMessage,
    flush: (userIds) => send({ type: 'wake', userIds }),
  });
  const closing = createClosing((sessionIds) => send({ type: 'close', sessionIds }));
  const presence = createPresence((message) => void send(message));
  const deliveries = createDeliveries({ db, log }, presence.announceDelivered);
  const admin = createAdminEventBus({ db, log }, (events) => send({ type: 'admin', events }));

  const sendChanged = (ids: string[]) => send({ type: 'listings', ids });
  const listings = createListingWatch(
    { db, log },
    { send: sendChanged, perMessage: idsPerMessage },
  );

  const wake = (userId: string) => {
    for (const follower of followers.of(userId)) follower.wake();
  };

  const unsubscribe = bus.subscribe({
    onMessage(text) {
      const received = parseEnvelope(text);
      if (!received || received.from === from) return;
      const { message } = received;
      if (message.type === 'wake') message.userIds.forEach(wake);
      else if (message.type === 'close') closing.closeHere(message.sessionIds);
      else if (message.type === 'listings') listings.receive(message.ids);
      else if (message.type === 'admin') admin.receive(message.events);
      else presence.receive(received.from, message);
    },
    onGap() {
      followers.keys().forEach(wake);
      presence.exchange();
      admin.refresh();
      listings.refresh();
    },
  });
  const tick = setInterval(() => {
    presence.tick();
    admin.refresh();
    listings.refresh();
    wakeLagging(db, followers).catch((error: unknown) => {
      log.warn({ err: error }, 'The feeds could not be compared with the database.');
    });
  }, tickMs);

  return {
    admin: { publish: admin.publish, follow: admin.follow },
    presence,
    deliveries,
    listings: { changed: listings.changed, watch: listings.watch, onChanged: listings.onChanged },
    /** Notifies the follower of new events of the user until the returned function is called. */
    follow: followers.add,
    /** Sends events to readers here and wakes those at other instances. Call it after the commit. */
    deliver(entries: StoredEntry[]) {
      for (const entry of entries) {
        for (const follower of followers.of(entry.userId)) follower.offer(entry);
        wakeUps.add(entry.userId);
      }
    },
    closeSessions: closing.closeSessions,
    onSessionsClosed: closing.onSessionsClosed,
    /** Sends pending messages and stops. Call it before the bus is closed. */
    async close() {
      clearInterval(tick);
      unsubscribe();
      await deliveries.close();
      presence.close();
      await admin.close();
      await listings.close();
      await wakeUps.close();
      await sent();
    },
  };
}

/** Announces ended sessions at this instance and, through `send`, at the others. */
function createClosing(send: (sessionIds: string[]) => Promise<void>) {
  const handlers = new Set<(sessionIds: string[]) => void>();
  const closeHere = (sessionIds: string[]) => {
    for (const handler of handlers) handler(sessionIds);
  };
  return {
    closeHere,
    /** Closes the sockets of revoked sessions on every instance, within a second. */
    closeSessions(sessionIds: Iterable<string>) {
      const ids = [...sessionIds];
      closeHere(ids);
      for (let at = 0; at < ids.length; at += idsPerMessage) {
        void send(ids.slice(at, at + idsPerMessage));
      }
    },
    /** Calls `handler` with the ids of revoked sessions, from this or another instance. */
    onSessionsClosed(handler: (sessionIds: string[]) => void) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
  };
}

/** Wakes the readers whose position differs from the database. */
async function wakeLagging(db: Db, followers: Groups<Follower>): Promise<void> {
  const userIds = followers.keys();
  for (let at = 0; at < userIds.length; at += comparedAtOnce) {
    const some = userIds.slice(at, at + comparedAtOnce);
    const feeds = await db
      .selectFrom('feeds')
      .select(['userId', 'lastSeq'])
      .where('userId', '=', sql<string>`any(${some}::uuid[])`)
      .execute();
    for (const { userId, lastSeq } of feeds) {
      for (const follower of followers.of(userId)) {
        const { position } = follower;
        if (position !== null && position !== Number(lastSeq)) follower.wake();
      }
    }
  }
}

function parseEnvelope(text: string): z.output<typeof envelope> | null {
  try {
    return envelope.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Other programs may use the bus too.
    return null;
  }
}

/** Publishes without throwing. A lost message only causes a delay. */
function createSender({ bus, log }: Pick<HubContext, 'bus' | 'log'>, from: string) {
  const underWay = new Set<Promise<void>>();
  const send = (message: HubMessage): Promise<void> => {
    const sending = bus
      .publish(JSON.stringify({ from, message }))
      .catch((error: unknown) => {
        log.warn({ err: error, type: message.type }, 'A message to other instances was lost.');
      })
      .finally(() => underWay.delete(sending));
    underWay.add(sending);
    return sending;
  };
  return { send, sent: () => Promise.all(underWay) };
}

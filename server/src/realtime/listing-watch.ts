import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { createCollector } from './collector.ts';

/** The state of a listing in the database. Without such a listing, only `id` means anything. */
export interface ListingSnapshot {
  id: string;
  sellerId: string | null;
  version: number;
  title: string;
  price: string;
  availability: string;
  /** True if other users can open the listing. */
  readable: boolean;
  awayUntil: string | null;
  isDeleted: boolean;
}

type Watcher = (state: ListingSnapshot) => void;

interface Topic {
  /** The state last sent to the watchers. Newcomers may not have received it. */
  state: ListingSnapshot | null;
  watchers: Set<Watcher>;
  newcomers: Set<Watcher>;
}

/**
 * Tracks the listings on screen at this instance, and reads them from the database when they may
 * have changed. `send` notifies the other instances, which call `receive`.
 */
export function createListingWatch(
  { db, log }: { db: Db; log: Logger },
  { send, perMessage }: { send: (ids: string[]) => Promise<void>; perMessage: number },
) {
  const topics = new Map<string, Topic>();

  const publish = (state: ListingSnapshot) => {
    const topic = topics.get(state.id);
    if (!topic) return;
    const { version, isDeleted } = topic.state ?? {};
    const isSame = version === state.version && isDeleted === state.isDeleted;
    const receivers = [...(isSame ? topic.newcomers : topic.watchers)];
    topic.state = state;
    topic.newcomers.clear();
    for (const receive of receivers) receive(state);
  };
  const due = createCollector<string>({
    // A burst of pages and changes costs one read.
    delayMs: 50,
    retryMs: 500,
    perBatch: 1_000,
    async flush(ids) {
      const watched = ids.filter((id) => topics.has(id));
      if (watched.length > 0) for (const state of await readStates(db, watched)) publish(state);
    },
    onError: (error) => log.warn({ err: error }, 'The listings on screen could not be read.'),
  });
  const announcing = { delayMs: 15, perBatch: perMessage, flush: send };
  const announcements = createCollector<string>(announcing);
  const handlers = new Set<(ids: string[]) => void>();
  const receive = (ids: string[]) => {
    for (const handler of handlers) handler(ids);
    for (const id of ids) if (topics.has(id)) due.add(id);
  };

  return {
    /** Announces listings whose public state changed. Call it after the commit. Returns at once. */
    changed(ids: string[]) {
      const stored = ids.map((id) => id.toLowerCase());
      receive(stored);
      stored.forEach(announcements.add);
    },
    /** Calls the watcher with each listing's state, then each change. Returns an unsubscriber. */
    watch(ids: string[], watcher: Watcher) {
      for (const id of ids) {
        const topic = topics.get(id) ?? { state: null, watchers: new Set(), newcomers: new Set() };
        topics.set(id, topic);
        topic.watchers.add(watcher);
        topic.newcomers.add(watcher);
        // The read comes after registration, so that later commits arrive as changes.
        due.add(id);
      }
      return () => {
        for (const id of ids) {
          const topic = topics.get(id);
          topic?.newcomers.delete(watcher);
          topic?.watchers.delete(watcher);
          if (topic?.watchers.size === 0) topics.delete(id);
        }
      };
    },
    /** Calls `handler` with changed listings, from any instance. Returns an unsubscriber. */
    onChanged(handler: (ids: string[]) => void) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    receive,
    /** Reads all listings on screen again, in case an announcement was lost. */
    refresh: () => [...topics.keys()].forEach(due.add),
    async close() {
      await announcements.close();
      await due.close();
    },
  };
}

async function readStates(db: Db, ids: string[]): Promise<ListingSnapshot[]> {
  const rows = await db
    .selectFrom('listings')
    .select(['id', 'sellerId', 'version', 'title', 'price', 'availability', 'readable'])
    .select(sql<boolean>`deleted_at is not null`.as('isDeleted'))
    .select(sql<string | null>`away_until::text`.as('awayUntil'))
    .where('id', '=', sql<string>`any(${ids.filter(isId)}::uuid[])`)
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? { ...nothing, id });
}

const nothing = {
  ...{ sellerId: null, version: 0, title: '', price: '0.00', availability: 'available' },
  ...{ readable: false, isDeleted: true, awayUntil: null },
};

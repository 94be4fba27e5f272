import { feedBatch, type FeedEntry } from './feed.ts';
import type { Follower } from './followers.ts';

/** What one reader of a feed has been told of, and not passed on yet. */
export interface Inbox extends Follower {
  position: number;
  /** Resolves when there may be something to pass on, or the reader ends. */
  something(): Promise<void>;
  /**
   * What comes next after `position`, perhaps nothing: events that this instance made itself, or
   * else, by `read`, what the database has. 'missed' when events after `position` are kept no more.
   */
  next(read: (position: number) => Promise<FeedEntry[] | null>): Promise<FeedEntry[] | 'missed'>;
}

/** Events that wait for a reader who is slow; beyond these it reads the database. */
const maxOffered = 100;

/** An inbox whose waiting ends with `signal`. */
export function createInbox(signal: AbortSignal): Inbox {
  let offered: FeedEntry[] = [];
  let behind = true;
  let ring: (() => void) | null = null;
  const wakeUp = () => {
    ring?.();
    ring = null;
  };
  signal.addEventListener('abort', wakeUp, { once: true });

  /** The offered events from `position` on, or null where one is missing between. */
  const takeOffered = (position: number): FeedEntry[] | null => {
    const entries = offered.filter((entry) => entry.position > position);
    offered = [];
    return runFrom(position, entries).length === entries.length ? entries : null;
  };

  return {
    position: 0,
    wake() {
      behind = true;
      wakeUp();
    },
    offer(entry) {
      if (offered.length >= maxOffered) behind = true;
      if (!behind) offered.push(entry);
      wakeUp();
    },
    async something() {
      if (behind || offered.length > 0 || signal.aborted) return;
      await new Promise<void>((resolve) => {
        ring = resolve;
      });
    },
    async next(read) {
      const entries = behind ? null : takeOffered(this.position);
      if (entries) return entries;
      // Set back before reading: what is committed meanwhile sets it again.
      behind = false;
      offered = [];
      const rows = (await read(this.position)) ?? [];
      if (rows.length === feedBatch) behind = true;
      const kept = runFrom(this.position, rows);
      if (kept.length < rows.length) behind = true;
      return kept.length === 0 && rows.length > 0 ? 'missed' : kept;
    },
  };
}

/** The entries that follow `position` without a hole: an old feed is removed in no special order. */
function runFrom(position: number, entries: FeedEntry[]): FeedEntry[] {
  const hole = entries.findIndex((entry, n) => entry.position !== position + 1 + n);
  return hole === -1 ? entries : entries.slice(0, hole);
}

import * as z from 'zod';
import {
  type AdminFeedEvent,
  type AdminEvent,
  adminEventView,
} from '@marketplace/shared/admin/schemas';
import type { AppContext } from '../app-context.ts';
import { findAdmins, readTotals } from './totals.ts';

/** What is new for admins: told by whoever changes something, gathered, given to open admin screens. */
export interface AdminEventBus {
  /** After a commit. Returns at once and never throws. */
  publish(news: AdminEvent): void;
  /** Gives `follower` the news of all instances until the returned function is called. */
  follow(follower: AdminFollower): () => void;
}

/** An open admin screen. */
export interface AdminFollower {
  userId: string;
  /** Some events in their order, at most four times a second. */
  take(events: AdminFeedEvent[]): void;
  /** The user is no active admin any more: nothing follows. */
  dismiss(): void;
}

/** News as the instances tell each other. */
export const adminMessage = z.object({
  type: z.literal('admin'),
  from: z.string(),
  news: z.array(adminEventView),
});

/** How long news are gathered, before the bus and again before the screens. */
const gatherMs = 250;
/** News in one message: at most 90 bytes each, under the limit of the bus. */
const newsPerMessage = 80;
/** News that wait; beyond these only the totals tell that there was more. */
const maxWaiting = 1_000;

/**
 * The news of this instance; `send` tells the others. `receive` takes what they tell, and `look`
 * compares the totals with what was shown last: for messages that were lost, and for what nobody
 * tells of.
 */
export function createAdminEventBus(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  send: (news: AdminEvent[]) => void,
) {
  const followers = new Set<AdminFollower>();
  let shown = '';
  let showing = Promise.resolve();

  const give = async (news: AdminEvent[], onlyWhenChanged: boolean) => {
    // Who comes while the database is asked was not asked for, and reads the totals itself.
    const present = [...followers];
    if (present.length === 0) return;
    try {
      const userIds = [...new Set(present.map(({ userId }) => userId))];
      const [admins, stats] = await Promise.all([findAdmins(db, userIds), readTotals(db)]);
      const isNew = shown !== JSON.stringify(stats);
      shown = JSON.stringify(stats);
      for (const follower of present) {
        if (!followers.has(follower)) continue;
        if (!admins.has(follower.userId)) follower.dismiss();
        else if (isNew || !onlyWhenChanged) follower.take([...news, { type: 'stats', stats }]);
      }
    } catch (error) {
      log.warn({ err: error }, 'The totals could not be read for the admin screens; trying on.');
      shown = '';
    }
  };
  // In turn: a slow reading of the totals must not be overtaken by a later one.
  const show = (news: AdminEvent[], onlyWhenChanged = false) => {
    showing = showing.then(() => give(news, onlyWhenChanged));
    return showing;
  };

  const incoming = createGathering((news) => void show(news));
  const outgoing = createGathering((news) => {
    send(news);
    if (followers.size > 0) news.forEach(incoming.add);
  });

  return {
    publish: outgoing.add,
    follow(follower: AdminFollower) {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    receive(news: AdminEvent[]) {
      if (followers.size > 0) news.forEach(incoming.add);
    },
    look: () => void show([], true),
    async close() {
      outgoing.close();
      incoming.close();
      await showing;
    },
  };
}

/** Gathers news, each once, and passes them on some at a time, at most once in `gatherMs`. */
function createGathering(pass: (news: AdminEvent[]) => void) {
  const waiting = new Map<string, AdminEvent>();
  let timer: NodeJS.Timeout | null = null;
  const passOn = () => {
    timer = null;
    const some = [...waiting].slice(0, newsPerMessage);
    for (const [key] of some) waiting.delete(key);
    if (waiting.size > 0) schedule();
    pass(some.map(([, news]) => news));
  };
  const schedule = () => {
    timer ??= setTimeout(passOn, gatherMs);
  };
  return {
    add(news: AdminEvent) {
      if (waiting.size < maxWaiting) waiting.set(JSON.stringify(news), news);
      schedule();
    },
    /** Passes on what waits, and ends. */
    close() {
      if (!timer) return;
      clearTimeout(timer);
      passOn();
      if (timer) clearTimeout(timer);
    },
  };
}

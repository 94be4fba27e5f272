import { TRPCError } from '@trpc/server';
import * as z from 'zod';
import {
  type AdminFeedEvent,
  type AdminEvent,
  adminEventView,
} from '@marketplace/shared/admin/schemas';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../app-context.ts';
import { createCollector } from './collector.ts';
import { subscribe, type Subscriber } from './subscribe.ts';
import { findAdmins, readTotals } from './totals.ts';

/** An open admin screen. */
export interface AdminFollower {
  userId: string;
  /** Some events in their order, at most four times a second. */
  take(events: AdminFeedEvent[]): void;
  /** The user is no longer an active admin: nothing follows. */
  dismiss(): void;
}

/** Admin events as instances send them to each other. */
export const adminMessage = z.object({
  type: z.literal('admin'),
  events: z.array(adminEventView),
});

/** How long events are collected, before the bus and before the screens. */
const delayMs = 250;
/** Events in one message: at most 90 bytes each, under the limit of the bus. */
const eventsPerMessage = 80;
/** Events that wait for a slow screen; older ones are dropped. */
const maxWaiting = 1_000;

/**
 * Changes that open admin screens show, collected before they are sent. `send` passes them to the other
 * instances and `receive` gets theirs.
 */
export function createAdminEventBus(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  send: (events: AdminEvent[]) => Promise<void>,
) {
  const followers = new Set<AdminFollower>();
  let shownTotals = '';
  let showing = Promise.resolve();

  const give = async (events: AdminEvent[], onlyNewTotals: boolean) => {
    // A follower that comes while the database is read was not checked, and reads the totals itself.
    const present = [...followers];
    if (present.length === 0) return;
    try {
      const userIds = [...new Set(present.map(({ userId }) => userId))];
      const [admins, stats] = await Promise.all([findAdmins(db, userIds), readTotals(db)]);
      const isNew = shownTotals !== JSON.stringify(stats);
      shownTotals = JSON.stringify(stats);
      for (const follower of present) {
        if (!followers.has(follower)) continue;
        if (!admins.has(follower.userId)) follower.dismiss();
        else if (isNew || !onlyNewTotals) follower.take([...events, { type: 'stats', stats }]);
      }
    } catch (error) {
      log.warn({ err: error }, 'The totals for the admin screens could not be read.');
      shownTotals = '';
    }
  };
  // One after the other: a slow reading of the totals must not be overtaken by a later one.
  const show = (events: AdminEvent[], onlyNewTotals = false) => {
    showing = showing.then(() => give(events, onlyNewTotals));
    return showing;
  };
  const keyOf = (event: AdminEvent) => JSON.stringify(event);
  const incoming = createCollector({ delayMs, keyOf, flush: show });
  const receive = (events: AdminEvent[]) => {
    if (followers.size > 0) events.forEach(incoming.add);
  };
  const outgoing = createCollector({
    ...{ delayMs, keyOf, perBatch: eventsPerMessage },
    flush: send,
  });

  return {
    /** After a commit. */
    publish(event: AdminEvent) {
      // Not through the bus, which may hang.
      receive([event]);
      outgoing.add(event);
    },
    /** Gives `follower` the events of all instances until the returned function is called. */
    follow(follower: AdminFollower) {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    receive,
    /** Shows the totals if they have changed: messages may be lost, and some changes have no event. */
    refresh: () => void show([], true),
    async close() {
      await outgoing.close();
      await incoming.close();
      await showing;
    },
  };
}

/**
 * The totals, and then admin events, without end: at most four times a second some events with the
 * totals after them. Nothing is replayed. Ends with UNAUTHORIZED when the user is no longer an active
 * admin. Throws as `subscribe`.
 */
export function followAdminEvents(
  ctx: Pick<AppContext, 'db' | 'hub' | 'log'>,
  request: { userId: string } & Subscriber,
): AsyncGenerator<AdminFeedEvent, void> {
  return subscribe(ctx, request, (wake) => {
    let isStarted = false;
    let isDismissed = false;
    let waiting: AdminFeedEvent[] = [];
    const unfollow = ctx.hub.admin.follow({
      userId: request.userId,
      take(events) {
        // Older totals are of no use beside newer ones.
        const kept = waiting.filter(({ type }) => type !== 'stats');
        waiting = [...kept, ...events].slice(-maxWaiting);
        wake();
      },
      dismiss() {
        isDismissed = true;
        wake();
      },
    });
    return {
      async next() {
        if (!isStarted) {
          const stats = await readTotals(ctx.db);
          isStarted = true;
          return [{ type: 'stats', stats }];
        }
        if (waiting.length === 0 && isDismissed) {
          throw new TRPCError({ code: 'UNAUTHORIZED', message: texts.adminRequired });
        }
        return waiting.splice(0);
      },
      close: unfollow,
    };
  });
}

import { TRPCError } from '@trpc/server';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import {
  type AdminFeedEvent,
  type AdminEvent,
  adminEventView,
} from '@marketplace/shared/admin/schemas';
import { texts } from '@marketplace/shared/texts';
import { createCollector } from './collector.ts';
import { subscribe, type Subscriber } from './subscribe.ts';
import { findAdmins, readTotals } from './totals.ts';

export interface AdminFollower {
  userId: string;
  /** Receives new events in order, at most four times a second. */
  receive(events: AdminFeedEvent[]): void;
  /** Called when the user is no longer an active admin. No more events follow. */
  dismiss(): void;
}

/** The message that carries admin events between instances. */
export const adminMessage = z.object({ type: z.literal('admin'), events: z.array(adminEventView) });

/** How long events are collected, before they go to the bus and before they go to screens. */
const delayMs = 250;

/** Sends events in batches to the admin screens here, and by `send` to other instances. */
export function createAdminEventBus(
  { db, log }: { db: Db; log: Logger },
  send: (events: AdminEvent[]) => Promise<void>,
) {
  const followers = new Set<AdminFollower>();
  let shownTotals = '';
  let showing = Promise.resolve();

  const give = async (events: AdminEvent[], onlyNewTotals: boolean) => {
    // Followers that join during the read are not checked. They read the totals themselves.
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
        else if (isNew || !onlyNewTotals) follower.receive([...events, { type: 'stats', stats }]);
      }
    } catch (error) {
      log.warn({ err: error }, 'The totals for the admin screens could not be read.');
      shownTotals = '';
    }
  };
  // Runs one at a time, so that older totals never arrive after newer ones.
  const show = (events: AdminEvent[], onlyNewTotals = false) => {
    showing = showing.then(() => give(events, onlyNewTotals));
    return showing;
  };
  const keyOf = (event: AdminEvent) => JSON.stringify(event);
  const incoming = createCollector({ delayMs, keyOf, flush: show });
  const receive = (events: AdminEvent[]) => {
    if (followers.size > 0) events.forEach(incoming.add);
  };
  // An event takes at most 90 bytes, so that a message fits the bus.
  const outgoing = createCollector({ delayMs, keyOf, perBatch: 80, flush: send });

  return {
    /** Sends an event to all admin screens. Call it after the commit. */
    publish(event: AdminEvent) {
      // Screens at this instance do not depend on the bus, which may hang.
      receive([event]);
      outgoing.add(event);
    },
    /** Sends `follower` the events of all instances until the returned function is called. */
    follow(follower: AdminFollower) {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    receive,
    /** Sends the totals if they have changed, in case an event was lost or there was none. */
    refresh: () => void show([], true),
    async close() {
      await outgoing.close();
      await incoming.close();
      await showing;
    },
  };
}

type AdminEventBus = ReturnType<typeof createAdminEventBus>;

/**
 * Yields the totals first, then batches of admin events, each followed by the totals, until the
 * subscription ends. Nothing is replayed. Throws UNAUTHORIZED when the user is no longer an active
 * admin, and whatever `subscribe` throws.
 */
export function followAdminEvents(
  ctx: { db: Db; log: Logger; hub: { admin: Pick<AdminEventBus, 'follow'> } },
  request: { userId: string } & Subscriber,
): AsyncGenerator<AdminFeedEvent, void> {
  return subscribe(ctx, request, (wake) => {
    let isStarted = false;
    let isDismissed = false;
    let waiting: AdminFeedEvent[] = [];
    const unfollow = ctx.hub.admin.follow({
      userId: request.userId,
      receive(events) {
        const others = waiting.filter(({ type }) => type !== 'stats');
        // A slow screen loses the oldest events.
        waiting = [...others, ...events].slice(-1_000);
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

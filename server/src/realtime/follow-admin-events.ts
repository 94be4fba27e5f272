import { TRPCError } from '@trpc/server';
import type { AdminFeedEvent } from '@marketplace/shared/admin/schemas';
import { texts } from '@marketplace/shared/texts';
import type { AppContext } from '../app-context.ts';
import type { Connection } from './connection.ts';
import { retry } from './retry.ts';
import { readTotals } from './totals.ts';

/** Events that wait for a slow reader; older ones give way. */
const maxWaiting = 500;

/**
 * The totals, and then what is new for admins, without end: at most four times a second some events
 * with the totals after them. Nothing is replayed. Ends with UNAUTHORIZED when the user is no active
 * admin any more.
 */
export async function* followAdminEvents(
  { db, hub, log }: Pick<AppContext, 'db' | 'hub' | 'log'>,
  request: { userId: string; connection: Connection | undefined; signal: AbortSignal },
): AsyncGenerator<AdminFeedEvent, void> {
  const { userId, connection, signal } = request;
  const close = connection?.openSubscription();
  let waiting: AdminFeedEvent[] = [];
  let isDismissed = false;
  let ring: (() => void) | null = null;
  const wakeUp = () => ring?.();
  signal.addEventListener('abort', wakeUp, { once: true });
  const unfollow = hub.admin.follow({
    userId,
    take(events) {
      // Older totals are of no use beside newer ones.
      const kept = waiting.filter(({ type }) => type !== 'stats');
      waiting = [...kept, ...events].slice(-maxWaiting);
      wakeUp();
    },
    dismiss() {
      isDismissed = true;
      wakeUp();
    },
  });
  try {
    const stats = await retry(() => readTotals(db), { signal, log });
    if (stats) yield { type: 'stats', stats };
    while (!signal.aborted) {
      if (connection?.isCongested()) await connection.drained(signal);
      const events = waiting;
      waiting = [];
      for (const event of events) {
        if (signal.aborted) return;
        yield event;
      }
      if (isDismissed) throw new TRPCError({ code: 'UNAUTHORIZED', message: texts.adminRequired });
      if (waiting.length > 0 || signal.aborted) continue;
      await new Promise<void>((resolve) => {
        ring = resolve;
      });
    }
  } finally {
    unfollow();
    close?.();
  }
}

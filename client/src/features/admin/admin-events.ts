import { useEffect, useEffectEvent } from 'react';
import type { AdminFeedEvent, AdminStats, AdminTotals } from '@marketplace/shared/admin/schemas';
import { keepSubscribed } from '../../api/keep-subscribed.ts';
import { trpc } from '../../api/trpc.ts';
import { createStore, useStore } from '../../ui/store.ts';

/** `resumed` means that the feed is live again and that events may have been missed. */
export type AdminSignal = AdminFeedEvent | { type: 'resumed' };
export type AdminClient = ReturnType<typeof trpc.useUtils>['client'];

const listeners = new Set<(signal: AdminSignal) => void>();
const totals = createStore<AdminTotals | null>(null);

function notify(signal: AdminSignal): void {
  if (signal.type === 'stats') totals.set(signal.stats);
  for (const listener of listeners) listener(signal);
}

/** Subscribes to `admin.events` while mounted. Call it once for the whole Admin Center. */
export function useAdminSubscription(): void {
  const utils = trpc.useUtils();
  useEffect(() => {
    const stop = keepSubscribed<AdminFeedEvent>({
      subscribe: (handlers) => utils.client.admin.events.subscribe(undefined, handlers),
      onData: notify,
      onLive: () => notify({ type: 'resumed' }),
      // The user has signed out or is no longer an admin.
      onDenied: () => void utils.auth.me.invalidate(),
    });
    return () => {
      stop();
      totals.set(null);
    };
  }, [utils]);
}

/** Calls `run` with the signals of these types, at most once a second and never concurrently. */
export function useRefreshOn(
  types: readonly AdminSignal['type'][],
  run: (signals: AdminSignal[]) => Promise<void>,
) {
  const runNow = useEffectEvent(run);
  const isOfThese = useEffectEvent((type: AdminSignal['type']) => types.includes(type));
  useEffect(() => {
    const signals: AdminSignal[] = [];
    const refresh = createCoalescer(() => runNow(signals.splice(0)));
    const listener = (signal: AdminSignal) => {
      if (!isOfThese(signal.type)) return;
      signals.push(signal);
      refresh.request();
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      refresh.stop();
    };
  }, []);
}

/** Returns the current totals; undefined until they have loaded. */
export function useTotals(): AdminTotals | undefined {
  const { data } = trpc.admin.stats.useQuery();
  // An event is newer than any response but the very first.
  return useStore(totals) ?? data;
}

/** Returns the counts of each of the last 30 days; undefined until they have loaded. */
export function useDailyCounts(): AdminStats['days'] | undefined {
  const { data, refetch } = trpc.admin.stats.useQuery();
  useRefreshOn(['resumed', 'userJoined', 'listingCreated', 'messageSent', 'report'], async () => {
    await refetch();
  });
  return data?.days;
}

/**
 * Coalesces many calls into few: `request` calls `run` at once, or once after the current run and at
 * least a second have ended. `run` must not throw.
 */
export function createCoalescer(run: () => Promise<void>) {
  let isRequested = false;
  let isRunning = false;
  let isStopped = false;

  const next = async () => {
    if (!isRequested || isRunning || isStopped) return;
    isRequested = false;
    isRunning = true;
    await Promise.all([run(), new Promise((end) => setTimeout(end, 1_000))]);
    isRunning = false;
    void next();
  };
  return {
    request(): void {
      isRequested = true;
      void next();
    },
    stop(): void {
      isStopped = true;
    },
  };
}

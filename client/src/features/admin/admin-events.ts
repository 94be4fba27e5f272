import { useEffect, useEffectEvent } from 'react';
import type { AdminFeedEvent, AdminStats, AdminTotals } from '@marketplace/shared/admin/schemas';
import { keepSubscribed } from '../../api/keep-subscribed.ts';
import { trpc } from '../../api/trpc.ts';
import { createStore, useStore } from '../../ui/store.ts';

/** `resumed`: events come from now on, and some before may have been missed. */
export type AdminSignal = AdminFeedEvent | { type: 'resumed' };
export type AdminClient = ReturnType<typeof trpc.useUtils>['client'];

const listeners = new Set<(signal: AdminSignal) => void>();
const totals = createStore<AdminTotals | null>(null);

function notify(signal: AdminSignal): void {
  if (signal.type === 'stats') totals.set(signal.stats);
  for (const listener of listeners) listener(signal);
}

/** Follows `admin.events` while mounted: once for the whole Admin Center. */
export function useAdminSubscription(): void {
  const utils = trpc.useUtils();
  useEffect(() => {
    const stop = keepSubscribed<AdminFeedEvent>({
      subscribe: (handlers) => utils.client.admin.events.subscribe(undefined, handlers),
      onData: notify,
      onLive: () => notify({ type: 'resumed' }),
      // Signed out, or no longer an admin.
      onDenied: () => void utils.auth.me.invalidate(),
    });
    return () => {
      stop();
      totals.set(null);
    };
  }, [utils]);
}

/** Calls `run` with the signals of these types, at most once a second and never twice at a time. */
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
      refresh.ask();
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      refresh.stop();
    };
  }, []);
}

/** The current totals; undefined until they are known. */
export function useTotals(): AdminTotals | undefined {
  const { data } = trpc.admin.stats.useQuery();
  // An event is newer than any answer, except for the very first.
  return useStore(totals) ?? data;
}

/** The counts of each of the last 30 days; undefined until they are known. */
export function useDays(): AdminStats['days'] | undefined {
  const { data, refetch } = trpc.admin.stats.useQuery();
  useRefreshOn(['resumed', 'userJoined', 'listingCreated', 'messageSent', 'report'], async () => {
    await refetch();
  });
  return data?.days;
}

/** In ms. */
const interval = 1_000;

/**
 * Reduces many requests to few: `ask` calls `run` at once, or, if that was less than `interval`
 * ago or is still running, once after it. `run` must not throw.
 */
export function createCoalescer(run: () => Promise<void>) {
  let isAsked = false;
  let isRunning = false;
  let isStopped = false;

  const next = async () => {
    if (!isAsked || isRunning || isStopped) return;
    isAsked = false;
    isRunning = true;
    await Promise.all([run(), new Promise((end) => setTimeout(end, interval))]);
    isRunning = false;
    void next();
  };
  return {
    ask(): void {
      isAsked = true;
      void next();
    },
    stop(): void {
      isStopped = true;
    },
  };
}

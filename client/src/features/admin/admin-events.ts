import { useEffect, useEffectEvent } from 'react';
import type { AdminFeedEvent, AdminTotals } from '@marketplace/shared/admin/schemas';
import { keepSubscribed } from '../../api/keep-subscribed.ts';
import { trpc } from '../../api/trpc.ts';
import { createStore, useStore } from '../../ui/store.ts';
import { createCoalescer } from './coalesce.ts';

/** `resumed`: events come from now on, and some before may have been missed. */
export type AdminSignal = AdminFeedEvent | { type: 'resumed' };
export type AdminClient = ReturnType<typeof trpc.useUtils>['client'];

/** How often a list is fetched again while news keep coming, in ms. */
const refreshInterval = 1_000;

const listeners = new Set<(signal: AdminSignal) => void>();
const totals = createStore<AdminTotals | null>(null);

function tell(signal: AdminSignal): void {
  if (signal.type === 'stats') totals.set(signal.stats);
  for (const listener of listeners) listener(signal);
}

/** Follows `admin.events` while mounted: once for the whole Admin Center. */
export function useAdminSubscription(): void {
  const utils = trpc.useUtils();
  useEffect(() => followAdminEvents(utils.client, () => void utils.auth.me.invalidate()), [utils]);
}

/** Calls `run` on signals of these types, at most once a second and never twice at a time. */
export function useRefreshOn(types: readonly AdminSignal['type'][], run: () => Promise<void>) {
  const runNow = useEffectEvent(run);
  const isOfThese = useEffectEvent((type: AdminSignal['type']) => types.includes(type));
  useEffect(() => {
    const refresh = createCoalescer(() => runNow(), refreshInterval);
    const listen = ({ type }: AdminSignal) => {
      if (isOfThese(type)) refresh.ask();
    };
    listeners.add(listen);
    return () => {
      listeners.delete(listen);
      refresh.stop();
    };
  }, []);
}

/** The totals as last told; null until they are. */
export function useLiveTotals(): AdminTotals | null {
  return useStore(totals);
}

/** Until the returned function is called. `onDenied`: the user is signed out, or no admin any more. */
function followAdminEvents(client: AdminClient, onDenied: () => void): () => void {
  const stop = keepSubscribed<AdminFeedEvent>({
    subscribe: (handlers) => client.admin.events.subscribe(undefined, handlers),
    onData: tell,
    onLive: () => tell({ type: 'resumed' }),
    onDenied,
  });
  return () => {
    stop();
    totals.set(null);
  };
}

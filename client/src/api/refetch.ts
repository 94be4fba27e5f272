import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { refusalOf } from './errors.ts';
import { reconnectDelay } from './keep-subscribed.ts';

/** Queries to fetch again after their pending response has arrived. */
const queuedRefetches = new WeakSet<Query>();

/**
 * Refetches the queries under `queryKey`. A pending response may be older than the reason to
 * refetch, but the library would accept a pending first response as the new one, and would cancel a
 * pending further page. So this waits for both and then refetches. A further page that is requested
 * during the refetch cancels it; the refetch then runs again after that page.
 */
export function refetch(queryClient: QueryClient, queryKey: QueryKey): void {
  const cache = queryClient.getQueryCache();
  for (const query of cache.findAll({ queryKey })) {
    const { data, fetchStatus } = query.state;
    const mustWait = data === undefined || isFurtherPage(query);
    if (!mustWait || fetchStatus === 'idle' || queuedRefetches.has(query)) continue;
    queuedRefetches.add(query);
    const again = () => {
      queuedRefetches.delete(query);
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    const forget = () => void queuedRefetches.delete(query);
    query.promise?.then(again, data === undefined ? forget : again);
  }
  const predicate = (query: Query) => !queuedRefetches.has(query);
  void queryClient.invalidateQueries({ queryKey, predicate });
  for (const query of cache.findAll({ queryKey, predicate, fetchStatus: 'fetching' })) {
    query.promise?.catch(() => isFurtherPage(query) && refetch(queryClient, query.queryKey));
  }
}

/** Returns true if the last fetch of a list was for a further page. */
function isFurtherPage({ state }: Query): boolean {
  return state.fetchMeta?.fetchMore !== undefined;
}

/**
 * Retries failed refetches of the messages, the notifications, and the signed-in user, until
 * stopped. The feed sends each event once, so a refetch that does not reach the server would leave
 * the page out of date for good. A failed first load or further page has a retry button, and a
 * refusal is final.
 */
export function createRefetchRetrier(queryClient: QueryClient) {
  const failures = new Map<Query, number>();
  const timers = new Map<Query, ReturnType<typeof setTimeout>>();

  const tryNow = (query: Query) => {
    clearTimeout(timers.get(query));
    timers.delete(query);
    if (isOutdated(query)) refetch(queryClient, query.queryKey);
  };
  const tryLater = (query: Query) => {
    const failed = (failures.get(query) ?? 0) + 1;
    failures.set(query, failed);
    clearTimeout(timers.get(query));
    const timer = setTimeout(() => tryNow(query), reconnectDelay(failed));
    timers.set(query, timer);
  };
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !isUpdatedByFeed(event.query)) return;
    if (event.action.type === 'success') failures.delete(event.query);
    if (event.action.type === 'error' && isOutdated(event.query)) tryLater(event.query);
  });
  return {
    /** Retries at once. Call it when the connection is back. */
    wake(): void {
      failures.clear();
      // Checks every query, since one may have failed before this retrier was created.
      queryClient.getQueryCache().findAll({ predicate: isUpdatedByFeed }).forEach(tryNow);
    },
    stop(): void {
      unsubscribe();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

function isUpdatedByFeed({ queryKey: [path] }: Query): boolean {
  return (
    Array.isArray(path) && ['messaging', 'deals', 'notifications', 'auth'].includes(String(path[0]))
  );
}

function isOutdated(query: Query): boolean {
  const { data, error, status } = query.state;
  const isRefused = (refusalOf(error)?.status ?? 500) < 500;
  const isOld = status === 'error' && data !== undefined && !isFurtherPage(query);
  return isOld && !isRefused && query.isActive();
}

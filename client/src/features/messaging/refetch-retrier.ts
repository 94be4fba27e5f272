import type { Query, QueryClient } from '@tanstack/react-query';
import { refusalOf } from '../../api/errors.ts';
import { reconnectDelay } from '../../api/subscription-link.ts';
import { isFurtherPage, refetch } from './refetch.ts';

/** Refetches until it succeeds. */
export interface Trying {
  /** Tries at once: the connection is back. */
  wake(): void;
  stop(): void;
}

/**
 * Fetches again what is shown of messages and notifications and could not be refreshed, until
 * stopped. The feed goes on from where it is and never tells of it a second time, so a refresh that
 * does not reach the server would leave the page behind for good. What could not be loaded at
 * all says so on screen, a further page too, and what the server refuses is not asked for again.
 */
export function createRefetchRetrier(queryClient: QueryClient): Trying {
  const failures = new Map<Query, number>();
  const timers = new Map<Query, ReturnType<typeof setTimeout>>();

  const tryNow = (query: Query) => {
    clearTimeout(timers.get(query));
    timers.delete(query);
    if (isBehind(query)) refetch(queryClient, query.queryKey);
  };
  const tryLater = (query: Query) => {
    const failed = (failures.get(query) ?? 0) + 1;
    failures.set(query, failed);
    clearTimeout(timers.get(query));
    timers.set(
      query,
      setTimeout(() => tryNow(query), reconnectDelay(failed)),
    );
  };
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !isOfFeed(event.query)) return;
    if (event.action.type === 'success') failures.delete(event.query);
    if (event.action.type === 'error' && isBehind(event.query)) tryLater(event.query);
  });
  return {
    wake() {
      failures.clear();
      // All of them: one may have failed before the trying began.
      for (const query of queryClient.getQueryCache().findAll({ predicate: isOfFeed })) {
        tryNow(query);
      }
    },
    stop() {
      unsubscribe();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

function isOfFeed({ queryKey: [path] }: Query): boolean {
  return Array.isArray(path) && (path[0] === 'messaging' || path[0] === 'notifications');
}

function isBehind(query: Query): boolean {
  const { data, error, status } = query.state;
  const isRefused = (refusalOf(error)?.status ?? 500) < 500;
  const isOld = status === 'error' && data !== undefined && !isFurtherPage(query);
  return isOld && !isRefused && query.isActive();
}

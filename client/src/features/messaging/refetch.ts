import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Queries that are asked again once the answer under way has come. */
const askedAgain = new WeakSet<Query>();

/**
 * Fetches again what `queryKey` names. An answer under way may be older than the reason to ask. The
 * library would take the very first one for the new one, and would give up a further page that
 * somebody asked for: both are waited for, and then asked for again.
 */
export function refetch(queryClient: QueryClient, queryKey: QueryKey): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const { data, fetchStatus } = query.state;
    const mustWait = data === undefined || isFurtherPage(query);
    if (!mustWait || fetchStatus === 'idle' || askedAgain.has(query)) continue;
    askedAgain.add(query);
    const again = () => {
      askedAgain.delete(query);
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    const forget = () => void askedAgain.delete(query);
    query.promise?.then(again, data === undefined ? forget : again);
  }
  void queryClient.invalidateQueries({ queryKey, predicate: (query) => !askedAgain.has(query) });
}

/** Whether the last thing asked of a list was one more page. */
export function isFurtherPage({ state }: Query): boolean {
  return state.fetchMeta?.fetchMore !== undefined;
}

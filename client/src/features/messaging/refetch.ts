import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Queries whose first answer is on its way, and which are asked again after it. */
const askedAgain = new WeakSet<Query>();

/**
 * Fetches anew what `queryKey` names. Where the very first answer is still on its way the library
 * would take it for the new one, although it may be older than what is the reason to ask: such a
 * query is asked once more when it has come.
 */
export function refetch(queryClient: QueryClient, queryKey: QueryKey): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey })) {
    const { data, fetchStatus } = query.state;
    if (data !== undefined || fetchStatus === 'idle' || askedAgain.has(query)) continue;
    askedAgain.add(query);
    const forget = () => void askedAgain.delete(query);
    query.promise?.then(() => {
      forget();
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }, forget);
  }
  void queryClient.invalidateQueries({ queryKey });
}

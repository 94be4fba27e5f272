import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { handleUnauthorized, isUnauthorized } from './errors.ts';
import { trpc } from './trpc.ts';

/**
 * Never stale, no refetch on focus, no retries: freshness comes from mutations and realtime events.
 * A mutation that shows itself that the session is over has `meta: { showsUnauthorized: true }`, one
 * that ends the session `meta: { endsSession: true }`.
 */
export function createQueryClient(): QueryClient {
  // A page that is left by a sign-out may still ask for something.
  const isLeaving = () =>
    queryClient.getQueryData(getQueryKey(trpc.auth.me, undefined, 'query')) === null ||
    queryClient.isMutating({ predicate: ({ meta }) => meta?.endsSession === true }) > 0;
  const check = (error: unknown, meta: Record<string, unknown> | undefined) => {
    if (!isUnauthorized(error) || meta?.showsUnauthorized) return;
    if (meta?.endsSession || !isLeaving()) handleUnauthorized();
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => check(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, ...[, , { meta }]) => check(error, meta),
    }),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        // What could not be fetched is shown as such, on the server as in the browser, not asked for again at once.
        retryOnMount: false,
      },
      // Offline a mutation fails at once: a paused one would wait without a word.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queryClient;
}

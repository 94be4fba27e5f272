import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { handleUnauthorized, isUnauthorized } from './errors.ts';

/**
 * Never stale, no refetch on focus, no retries: freshness comes from mutations and realtime events.
 * A mutation that shows itself that the session is over has `meta: { showsUnauthorized: true }`, one
 * that ends the session `meta: { endsSession: true }`.
 */
export function createQueryClient(): QueryClient {
  const check = (error: unknown, meta: Record<string, unknown> | undefined) => {
    if (isUnauthorized(error) && !meta?.showsUnauthorized) handleUnauthorized();
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => check(error, query.meta) }),
    mutationCache: new MutationCache({
      async onMutate(_, { meta }) {
        // Answers after the session's end would be refusals, and look like a lost session.
        if (meta?.endsSession) await queryClient.cancelQueries();
      },
      onError(error, ...[, , { meta }]) {
        check(error, meta);
        if (meta?.endsSession) void queryClient.refetchQueries({ type: 'active', stale: true });
      },
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

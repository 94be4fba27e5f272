import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { handleUnauthorized, isUnauthorized } from './errors.ts';
import { trpc } from './trpc.ts';

/**
 * Creates the query client. Data is never stale, and nothing is refetched on focus or retried:
 * mutations and realtime events keep it current. A mutation with `meta.showsUnauthorized` shows the
 * end of the session itself. A mutation with `meta.endsSession` ends the session.
 */
export function createQueryClient(): QueryClient {
  // During a sign-out, the page that is being left may still send requests.
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
        // A failed query shows its error, on the server and in the browser. Without this, the
        // browser would retry it on mount.
        retryOnMount: false,
      },
      // Offline, a mutation fails at once. A paused one would wait without feedback.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return queryClient;
}

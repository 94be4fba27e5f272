import { httpBatchLink, splitLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { maxCallsInBatch } from '@marketplace/shared/batch';
import type { AppRouter } from '@marketplace/server/router';
import { subscriptionLink } from './subscription-link.ts';

/** Hooks for every procedure: `trpc.listings.byId.useQuery({ id })`. */
export const trpc = createTRPCReact<AppRouter>({ abortOnUnmount: true });

/** Queries and mutations in batches over HTTP, subscriptions over one WebSocket opened on first use. */
export function createApiClient() {
  return trpc.createClient({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: subscriptionLink(),
        false: httpBatchLink({ url: '/trpc', maxURLLength: 4000, maxItems: maxCallsInBatch }),
      }),
    ],
  });
}
